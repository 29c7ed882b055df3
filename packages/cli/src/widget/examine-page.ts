import type { ApiKeyResponse, PaymentAccountResponse, TenantResponse } from '@lodging/contract-public';
import type { Mode } from '../commands/options.ts';
import { fail, ok, warn } from '../doctor/finding.ts';
import type { Finding } from '../doctor/finding.ts';
import { isLoopback } from '../doctor/snapshot.ts';

const SOON_DAYS = 30;

/** What decides on whether guests can book on a page. */
export interface PageFacts {
  readonly tenant: TenantResponse;
  readonly mode: Mode;
  /** Null without `--key`. */
  readonly key: { readonly presented: string; readonly listed: ApiKeyResponse | undefined } | null;
  /** Of `--origin`; those of the key where there are none. */
  readonly origins: readonly string[];
  readonly account: PaymentAccountResponse | null;
  readonly publicUrl: string;
  readonly now: Temporal.Instant;
}

/** Each finding that is not `ok` has the command that cures it. */
export function examinePage(facts: PageFacts): readonly Finding[] {
  return [
    ...examineTenant(facts),
    ...examineKey(facts),
    ...examineOrigins(facts),
    ...examineAccount(facts),
    ...examineAddress(facts),
  ];
}

/** For a new key; the shell of the reader gets one argument an origin. */
export function createCommand({ tenant, mode, origins }: PageFacts): string {
  const listed = origins.length === 0 ? ['https://hotel.example'] : origins;
  return `lodging keys create ${tenant.slug} --kind publishable --mode ${mode}${repeated('--origin', listed)}`;
}

function examineTenant({ tenant }: PageFacts): readonly Finding[] {
  if (tenant.suspendedAt === null) return [];
  const message = `${tenant.slug} is suspended: its keys are refused.`;
  return [fail('tenant', message, `lodging tenants reinstate ${tenant.slug}`)];
}

function examineKey(facts: PageFacts): readonly Finding[] {
  const { tenant, key, mode, now } = facts;
  if (key === null) {
    const message =
      'No key was given. This command creates one and prints it once; put it in place of the dots.';
    return [warn('key', message, createCommand(facts))];
  }
  const { listed } = key;
  if (listed === undefined) {
    const message = `${tenant.slug} has no key that begins like this one.`;
    return [fail('key', message, `lodging keys list ${tenant.slug}`)];
  }
  if (listed.kind !== 'publishable')
    return [fail('key', 'This is a secret key. Pages need a publishable key.', createCommand(facts))];
  const { expiresAt } = listed;
  if (expiresAt !== null) {
    const days = Temporal.Instant.from(expiresAt).since(now).total('days');
    if (days <= 0) return [fail('key', `The key expired at ${expiresAt}.`, createCommand(facts))];
    if (days < SOON_DAYS) return [warn('key', `The key expires at ${expiresAt}.`, createCommand(facts))];
  }
  return [ok('key', `${listed.prefix}… is a publishable key of the ${mode} mode.`)];
}

function examineOrigins({ tenant, mode, key, origins }: PageFacts): readonly Finding[] {
  const listed = key?.listed;
  // An unknown key allows nothing that could be named.
  if (key !== null && listed === undefined) return [];
  const allowed = listed?.allowedOrigins ?? origins;
  const findings: Finding[] = [];
  const update = (wanted: readonly string[]): string =>
    `lodging keys update ${tenant.slug} ${listed?.id ?? '<keyId>'}${repeated('--origin', wanted)}`;
  const missing = origins.filter((origin) => !allowed.includes(origin));
  if (origins.length === 0)
    findings.push(fail('origin', 'The key allows no origin.', update(['https://hotel.example'])));
  else if (missing.length > 0) {
    const message = `The key does not allow ${missing.join(', ')}.`;
    findings.push(fail('origin', message, update([...allowed, ...missing])));
  }
  const local = origins.filter((origin) => origin.startsWith('http://'));
  if (mode === 'live' && local.length > 0) {
    const message = `Guests of a live key cannot pay on ${local.join(', ')}. On localhost use pk_test_….`;
    const command = `lodging keys create ${tenant.slug} --kind publishable --mode test${repeated('--origin', local)}`;
    findings.push(fail('origin', message, command));
  }
  return findings.length > 0 ? findings : [ok('origin', `The key allows ${origins.join(', ')}.`)];
}

/** Live payments return to https alone, so that a command with another origin would be refused. */
function examineAccount({ tenant, mode, origins, account }: PageFacts): readonly Finding[] {
  const wanted = mode === 'live' ? origins.filter((origin) => origin.startsWith('https://')) : origins;
  const set = (accountId: string, redirects: readonly string[]): string =>
    `lodging payment-accounts set ${tenant.slug} ${accountId} --mode ${mode}${repeated('--redirect-origin', redirects)}`;
  if (account === null) {
    const message = `${tenant.slug} has no payment account of the ${mode} mode.`;
    return [fail('payment account', message, set('<accountId>', wanted))];
  }
  const missing = wanted.filter((origin) => !account.redirectOrigins.includes(origin));
  if (missing.length === 0)
    return [ok('payment account', `Payments of ${account.accountId} may return to each origin.`)];
  const message = `Payments may not return to ${missing.join(', ')}.`;
  return [fail('payment account', message, set(account.accountId, [...account.redirectOrigins, ...missing]))];
}

function examineAddress({ publicUrl }: PageFacts): readonly Finding[] {
  if (publicUrl.startsWith('https://') || isLoopback(publicUrl))
    return [ok('address', `The API is at ${publicUrl}.`)];
  const message = `Browsers refuse ${publicUrl} on a page with https.`;
  return [fail('address', message, 'Set PUBLIC_URL of the gateway to an https address.')];
}

function repeated(option: string, values: readonly string[]): string {
  return values.map((value) => ` ${option} ${value}`).join('');
}
