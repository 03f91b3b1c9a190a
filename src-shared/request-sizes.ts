import { megabytes } from './time.ts';

/** The platform refuses larger requests that create or change files (document 1:244), so Reeve does not send them. */
export const largestRequestBytes = megabytes(300);

/** The platform accepts at most three larger requests in 30 seconds (document 1:245). */
export const largeRequestBytes = megabytes(20);

/** The length in Base64, which takes four characters for three bytes. */
export const base64Length = (sizeBytes: number): number => Math.ceil(sizeBytes / 3) * 4;

/** The largest file that fits into such a request in Base64, with 1 MB for the other fields. */
export const largestContentBytes = Math.floor(((largestRequestBytes - megabytes(1)) / 4) * 3);
