/**
 * Flags of Node for the host. They limit the young generation of the main thread's heap to 24 MB. The default limit is
 * 128 MB, which makes nothing faster here.
 */
export const hostFlags = ['--max-semi-space-size=8'];

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
