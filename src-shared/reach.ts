const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a host name, as normalized by `URL`, is that of this machine. */
export const isLoopback = (hostname: string): boolean => loopback.test(hostname);

/** Whether an instance can't be reached, because this machine has no network and the instance is on another one. */
export const isUnreachable = (isOnline: boolean, url: string): boolean =>
  !isOnline && !isLoopback(new URL(url).hostname);
