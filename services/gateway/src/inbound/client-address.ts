import { networksOf } from '@lodging/kernel';
import type { ClientNetwork } from '@lodging/kernel';
import type { FastifyRequest } from 'fastify';
import { BlockList, isIP } from 'node:net';

export type ClientAddressOf = (socketAddress: string, forwardedFor: string | undefined) => string;

/**
 * Without trusted proxies X-Forwarded-For is ignored: any client can send one. `trustedProxies` are addresses or
 * networks such as 10.0.0.0/8.
 */
export function createClientAddressResolver(trustedProxies: readonly string[]): ClientAddressOf {
  if (trustedProxies.length === 0) return (socketAddress) => socketAddress;
  const trusted = blockListOf(trustedProxies);
  return (socketAddress, forwardedFor) => {
    const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim());
    let address = socketAddress;
    // From the nearest hop outwards: the first address that is not a trusted proxy is the client's.
    for (let hop = hops.pop(); hop !== undefined && includes(trusted, address); hop = hops.pop()) {
      if (isIP(hop) === 0) break;
      address = hop;
    }
    return address;
  };
}

export function addressOfRequest(
  clientAddressOf: ClientAddressOf,
  { headers, socket }: FastifyRequest,
): string {
  const header = headers['x-forwarded-for'];
  const forwardedFor = Array.isArray(header) ? header.join(',') : header;
  return clientAddressOf(socket.remoteAddress ?? '', forwardedFor);
}

/** The client networks that a connection counts for; none for a trusted proxy, which connects for many. */
export function createConnectionClients(
  trustedProxies: readonly string[],
): (socketAddress: string) => readonly ClientNetwork[] {
  const trusted = blockListOf(trustedProxies);
  return (address) => (includes(trusted, address) ? [] : networksOf(address));
}

function blockListOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

function includes(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(plain) !== 0 && list.check(plain, familyOf(plain));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
