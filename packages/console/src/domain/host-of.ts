/** Addresses of feeds are masked, and may be no addresses any more. */
export function hostOf(address: string): string {
  return /^[a-z]+:\/\/([^/?#]+)/.exec(address)?.[1] ?? address;
}
