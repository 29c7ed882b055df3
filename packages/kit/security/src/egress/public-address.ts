import ipaddr from 'ipaddr.js';

/** A public address by its number, but on Azure it is the agent of the host. */
const AZURE_HOST_AGENT = '168.63.129.16';
/** The part of IPv6 that is assigned to the public. Mapped, translated and local addresses lie outside it. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** `address` is in the form of the resolver or the socket, not as a user spelled it. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address === AZURE_HOST_AGENT) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6);
}

export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
