import { BlockList, isIP } from 'node:net';

export type ClientAddress = (socketAddress: string, forwardedFor: string | undefined) => string;

/** Without trusted proxies X-Forwarded-For is the client's own claim, and nobody looks at it. */
export function clientAddressBehind(trustedProxies: readonly string[]): ClientAddress {
  if (trustedProxies.length === 0) return (socketAddress) => socketAddress;
  const trusted = listOf(trustedProxies);
  return (socketAddress, forwardedFor) => {
    const claims = (forwardedFor ?? '').split(',').map((claim) => claim.trim());
    let address = socketAddress;
    // From the nearest hop outwards: the first address that no trusted proxy has is the client's.
    for (let hop = claims.pop(); hop !== undefined && isTrusted(trusted, address); hop = claims.pop()) {
      if (isIP(hop) === 0) break;
      address = hop;
    }
    return address;
  };
}

/** An address, or a network as `10.0.0.0/8`. */
export function isProxyRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

function isTrusted(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(plain) !== 0 && list.check(plain, familyOf(plain));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
