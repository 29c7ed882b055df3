import { adminClient } from '../admin-client.ts';
import type { AdminClient } from '../admin-client.ts';
import type { CliDeps } from '../cli-deps.ts';
import type { GlobalOptions } from '../context.ts';
import { failed } from '../failure.ts';
import { readAccess } from '../settings.ts';
import type { Kubectl } from './kubectl.ts';

/** Its answers take longer than those of other commands. */
const SECONDS = 60;

export interface AdminAccess {
  readonly client: () => Promise<AdminClient>;
  readonly close: () => void;
}

/** The address that is given, or a port-forward with the token of the cluster. Never that of a local stack. */
export function openAdmin(options: GlobalOptions, deps: CliDeps, kubectl: Kubectl): AdminAccess {
  let stop = (): void => {};
  let opened: Promise<AdminClient> | undefined;
  const timeoutMs = Math.max(options.timeout, SECONDS) * 1000;
  const open = async (): Promise<AdminClient> => {
    const { env, cwd, terminal } = deps;
    if (options.adminUrl !== undefined || (env['LODGING_ADMIN_URL'] ?? '') !== '')
      return adminClient(
        await readAccess(options, { env, cwd, readStdin: () => terminal.readStdin() }),
        timeoutMs,
      );
    const [forwarded, token] = [await kubectl.forward('gateway-admin', 8081), await tokenOf(kubectl)];
    ({ stop } = forwarded);
    const adminUrl = `http://127.0.0.1:${forwarded.port}`;
    return adminClient({ adminUrl, token, gatewayUrl: undefined, isDemo: false }, timeoutMs);
  };
  return { client: () => (opened ??= open()), close: () => stop() };
}

/** One token, or a ring of them, of which the first is the newest. */
async function tokenOf(kubectl: Kubectl): Promise<string> {
  const secret = await kubectl.find<{ data?: Record<string, string> }>('secret', 'gateway');
  const text = Buffer.from(secret?.data?.['ADMIN_TOKEN'] ?? '', 'base64')
    .toString()
    .trim();
  const token = text.startsWith('[') ? (JSON.parse(text) as string[])[0] : text;
  if (token === undefined || token === '') throw failed('The Secret gateway has no ADMIN_TOKEN.');
  return token;
}
