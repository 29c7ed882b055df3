import { lookup, Resolver } from 'node:dns/promises';

export type ResolveName = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

interface ResolverOptions {
  readonly servers?: readonly string[];
}

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * The machine's own look-up waits in one of four threads, which a few silent names fill for seconds. This one asks the
 * machine's name servers itself, and without its file of hosts: a stranger's name is nobody's there.
 */
export function nameResolver({ servers }: ResolverOptions = {}): ResolveName {
  return async (host, signal) => {
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const asked = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const found = asked.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
      const failed = asked.find((each) => each.status === 'rejected');
      if (found.length === 0 && failed !== undefined) throw failed.reason;
      return found;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

/** The development host is in the machine's file of hosts. */
export async function resolveLocalhost(): Promise<readonly string[]> {
  const found = await lookup('localhost', { all: true });
  return found.map(({ address }) => address);
}
