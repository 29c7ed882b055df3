import { apiKeyList, healthOverview, paymentAccountResponse } from '@lodging/contract-public';
import type { ApiKeyResponse, PaymentAccountResponse, TenantResponse } from '@lodging/contract-public';
import type { Command } from 'commander';
import type { AdminClient } from '../admin-client.ts';
import type { CliDeps } from '../cli-deps.ts';
import { contextOf } from '../context.ts';
import type { Finding } from '../doctor/finding.ts';
import { factsOf } from '../doctor/snapshot.ts';
import { exitCodes } from '../exit-codes.ts';
import { failed, Failure, Refused, usage } from '../failure.ts';
import { findTenant } from '../find-tenant.ts';
import { examinePage } from '../widget/examine-page.ts';
import { readManifest } from '../widget/read-manifest.ts';
import { snippet } from '../widget/snippet.ts';
import { collect, modeOption } from './options.ts';
import type { Mode } from './options.ts';

const KEY = /^pk_(live|test)_\w+$/;
const KEY_PLACE = { live: 'pk_live_…', test: 'pk_test_…' } as const;

interface SnippetOptions {
  key?: string;
  mode: Mode;
  origin?: string[];
}

export function widgetCommands(program: Command, deps: CliDeps): void {
  program
    .command('widget')
    .description('Booking component for a page of a tenant')
    .command('snippet <tenant>')
    .description('Print the two lines to paste into a page, and check what guests need to book there')
    .option('--key <key>', 'publishable key of the page; only its digest is stored, so it must be given')
    .option('--origin <origin>', 'origin of the page, repeatable; default: those of the key', collect)
    .addOption(modeOption())
    .action(async (idOrSlug: string, options: SnippetOptions, command: Command) => {
      const { client, show, output, now } = await contextOf(command, deps);
      const mode = options.key === undefined ? options.mode : modeOf(options.key);
      const tenant = await findTenant(client, idOrSlug);
      const key = options.key === undefined ? null : await findKey(client, tenant, options.key);
      const origins = options.origin ?? key?.listed?.allowedOrigins ?? [];
      const account = await accountOf(client, tenant, mode);
      const publicUrl = await addressOf(client);
      const facts = { tenant, mode, key, origins, account, publicUrl, now: now() };
      const findings = examinePage(facts);
      const manifest = await readManifest(publicUrl);
      const text = snippet({ publicUrl, ...manifest, key: options.key ?? KEY_PLACE[mode] });
      show({ snippet: text, ...manifest, apiUrl: publicUrl, mode, findings }, () => text);
      for (const finding of findings) if (finding.level !== 'ok') output.note(findingText(finding));
      if (findings.some(({ level }) => level === 'fail')) throw new Failure(exitCodes.failed, '');
    });
}

/** Never quotes the key: a secret one would stay on the screen. */
function modeOf(key: string): Mode {
  const mode = KEY.exec(key)?.[1];
  if (mode === undefined)
    throw usage(
      '--key takes a publishable key, pk_live_… or pk_test_…. A secret key must never be in a page.',
    );
  return mode === 'live' ? 'live' : 'test';
}

async function findKey(
  client: AdminClient,
  { id }: TenantResponse,
  presented: string,
): Promise<{ presented: string; listed: ApiKeyResponse | undefined }> {
  const { items } = await client.list(`/tenants/${id}/api-keys`, {
    shape: apiKeyList,
    items: ({ apiKeys }) => apiKeys,
  });
  return { presented, listed: items.find(({ prefix }) => presented.startsWith(prefix)) };
}

async function accountOf(
  client: AdminClient,
  { id }: TenantResponse,
  mode: Mode,
): Promise<PaymentAccountResponse | null> {
  try {
    return await client.get(`/tenants/${id}/payment-account`, paymentAccountResponse, { mode });
  } catch (error) {
    if (error instanceof Refused && error.code === 'payment_account_not_found') return null;
    throw error;
  }
}

async function addressOf(client: AdminClient): Promise<string> {
  const { publicUrl } = factsOf({ health: await client.get('/health', healthOverview) }, 'gateway');
  if (typeof publicUrl !== 'string') throw failed('The health of the gateway has no PUBLIC_URL.');
  return publicUrl;
}

function findingText({ level, message, remedy }: Finding): string {
  const mark = level === 'fail' ? 'FAIL' : 'warn';
  return remedy === null ? `${mark}  ${message}` : `${mark}  ${message}\n      → ${remedy}`;
}
