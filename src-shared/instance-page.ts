/**
 * Whether an address is a web page of the instance. The protocol is compared because a `blob:` address has the same
 * origin. Addresses with a username or password are refused, because these would be sent.
 */
export function isPageOf(instance: string, url: string): boolean {
  const page = URL.parse(url);
  const { protocol, origin } = new URL(instance);
  return page?.protocol === protocol && page.origin === origin && page.username === '' && page.password === '';
}
