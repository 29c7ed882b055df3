export interface NatsUser {
  user: string;
  password: string;
  /** Subjects that it may publish to; undefined means all. A service that answers requests needs the callers' inboxes. */
  publish?: string[];
  /** Subjects that it may subscribe to; undefined means all. */
  subscribe?: string[];
  /** Users of different accounts never see each other's messages or streams. */
  account?: string;
}

/** One server of several that keep streams together. */
export interface NatsPeer {
  /** Of the server in its cluster. */
  readonly name: string;
  /** At which the other servers reach it. */
  readonly routePort: number;
  readonly routePorts: readonly number[];
}

interface NatsConfig {
  port: number;
  storeDirectory: string;
  users: NatsUser[] | undefined;
  tls?: { readonly certFile: string; readonly keyFile: string } | undefined;
  peer?: NatsPeer | undefined;
  /** Of all streams; without it the server takes what its disk allows. */
  maxFileStoreBytes?: number | undefined;
}

/** JSON strings are valid strings of the configuration language, so quoting is JSON's. */
const quote = (text: string): string => JSON.stringify(text);

export function natsConfig(options: NatsConfig): string {
  const { port, storeDirectory, users, tls, peer, maxFileStoreBytes } = options;
  const limit = maxFileStoreBytes === undefined ? '' : `, max_file_store: ${maxFileStoreBytes}`;
  const lines = [
    `listen: ${quote(`127.0.0.1:${port}`)}`,
    // Above the largest message of any operation.
    'max_payload: 10485760',
    `jetstream { store_dir: ${quote(storeDirectory)}${limit} }`,
  ];
  if (tls !== undefined)
    lines.push(`tls { cert_file: ${quote(tls.certFile)}, key_file: ${quote(tls.keyFile)} }`);
  if (peer !== undefined) lines.push(...peerLines(peer));
  if (users === undefined) return `${lines.join('\n')}\n`;
  const accounts = Map.groupBy(users, (user) => user.account);
  const shared = accounts.get(undefined) ?? [];
  accounts.delete(undefined);
  if (accounts.size > 0) {
    lines.push('accounts {');
    for (const [name, members] of accounts) {
      lines.push(
        `  ${quote(name ?? '')} { jetstream: enabled, users: [ ${members.map(userEntry).join(', ')} ] }`,
      );
    }
    lines.push('}');
  }
  if (shared.length > 0) lines.push(`authorization { users: [\n  ${shared.map(userEntry).join('\n  ')}\n] }`);
  return `${lines.join('\n')}\n`;
}

function peerLines({ name, routePort, routePorts }: NatsPeer): string[] {
  const routes = routePorts.map((port) => quote(`nats-route://127.0.0.1:${port}`));
  return [
    `server_name: ${quote(name)}`,
    `cluster { name: "lodging", listen: "127.0.0.1:${routePort}", no_advertise: true, routes: [${routes.join(', ')}] }`,
  ];
}

function userEntry(user: NatsUser): string {
  const permissions: string[] = [];
  if (user.publish !== undefined) permissions.push(`publish: [${user.publish.map(quote).join(', ')}]`);
  if (user.subscribe !== undefined) permissions.push(`subscribe: [${user.subscribe.map(quote).join(', ')}]`);
  const limits = permissions.length === 0 ? '' : `, permissions: { ${permissions.join(', ')} }`;
  return `{ user: ${quote(user.user)}, password: ${quote(user.password)}${limits} }`;
}
