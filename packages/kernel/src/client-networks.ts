/** A network that the requests of a client count for. */
export interface ClientNetwork {
  readonly name: string;
  /** Its limit, as a multiple of that of one client. */
  readonly factor: number;
}

export type ClientNetworks = readonly [narrowest: ClientNetwork, ...wider: ClientNetwork[]];

/** Prefixes of IPv6: a household or a server has a /64, a customer of a provider up to a /48, which is 65,536 of them. */
const WIDER = [
  { bits: 56, factor: 4 },
  { bits: 48, factor: 16 },
] as const;

/**
 * Narrowest first. `address` is that of a client, or the name of its narrowest network. IPv4, also where it is mapped to
 * IPv6, has the address itself alone.
 */
export function networksOf(address: string): ClientNetworks {
  if (!address.includes(':')) return [{ name: address, factor: 1 }];
  const groups = groupsOf(address);
  const mapped = mappedIpv4(address, groups);
  if (mapped !== undefined) return [{ name: mapped, factor: 1 }];
  const wider = WIDER.map(({ bits, factor }) => ({ name: prefix(groups, bits), factor }));
  return [{ name: prefix(groups, 64), factor: 1 }, ...wider];
}

/** The eight groups, in lower case and without leading zeros. */
function groupsOf(address: string): string[] {
  const [plain = ''] = address.toLowerCase().split(/[%/]/);
  const [head = '', tail] = plain.split('::');
  const left = split(head);
  const right = tail === undefined ? [] : split(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right];
}

function split(text: string): string[] {
  return text === '' ? [] : text.split(':').map((group) => group.replace(/^0+(?=.)/, ''));
}

/** `::ffff:192.0.2.1` and `::ffff:c000:201`. */
function mappedIpv4(address: string, groups: readonly string[]): string | undefined {
  const dotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (dotted !== undefined) return dotted;
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined;
  const bytes = groups.slice(6, 8).flatMap((group) => [valueOf(group) >> 8, valueOf(group) & 0xff]);
  return bytes.join('.');
}

/** Of 48 to 64 bits, so of the first four groups. */
function prefix(groups: readonly string[], bits: number): string {
  const [first, second, third, fourth = '0'] = groups;
  const subnet = (valueOf(fourth) & (0xffff << (64 - bits))).toString(16);
  return `${first}:${second}:${third}:${subnet}::/${bits}`;
}

/** Text that is no number is a network of its own kind, never an error. */
function valueOf(group: string): number {
  const value = Number.parseInt(group, 16);
  return Number.isNaN(value) ? 0 : value & 0xffff;
}
