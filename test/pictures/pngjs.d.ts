/** Types of the parts that `compare.ts` uses. The package itself has no types. */
declare module 'pngjs' {
  export class PNG {
    constructor(size: { width: number; height: number });
    width: number;
    height: number;
    /** Red, green, blue and opacity of each pixel. */
    data: Buffer;
    static sync: { read: (file: Buffer) => PNG; write: (picture: PNG) => Buffer };
  }
}
