import ipaddr from 'ipaddr.js';

/** Public by its number, but on Azure it is the host's own agent. */
const PROVIDERS_OWN = new Set(['168.63.129.16']);
/** The one part of IPv6 that is given out to the public; all the rest (mapped, translated, local …) lies outside. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** `address` is one as the resolver or the socket tells it, never as somebody spelt it. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || PROVIDERS_OWN.has(address)) {
    return false;
  }
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') {
    return false;
  }
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6);
}

export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
