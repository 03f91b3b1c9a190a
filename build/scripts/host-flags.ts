/**
 * Flags of Node for the host. They limit the young generation of the main thread's heap to 6 MB, as `rpc.ts` does for
 * the other threads. With the default limit of 128 MB, a sync takes about 60 MB more and is not faster: the received
 * bytes of pages are freed only when the young generation is full.
 */
export const hostFlags = ['--max-semi-space-size=2'];

/**
 * Environment variables for the host. They make the memory allocator of Linux (glibc) return freed memory to the system:
 * all threads share two heaps, and each allocation above 256 KB is returned as soon as it is freed. With the defaults,
 * the host uses up to a third more memory after many large replies. Other systems ignore these variables.
 */
export const hostEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};
