import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { publicKeyOf } from '@lodging/kit-security';
import { newStore, secret, secretObjects } from './secrets.ts';

const USAGE = `Usage: npm run kubernetes:secrets -- objects|store <file>
       npm run kubernetes:secrets -- public-key       of BUS_SIGNING_KEY, for BUS_PUBLIC_KEYS`;
const ISSUED = {
  payments: ['STRIPE_LIVE_SECRET_KEY', 'STRIPE_TEST_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS'],
  notifications: ['SMTP_URL'],
};

const MIN_KEY_LENGTH = 32;

const make = (prefix: string): string => `${prefix}${randomBytes(24).toString('hex')}`;

/** Refuses to overwrite a file, which may be the only copy of its secrets. */
function write(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
}

function objects(): string {
  const made = newStore({ notifications: { SMTP_URL: 'smtp://emulators:1025' } }, make);
  const {
    STRIPE_LIVE_SECRET_KEY,
    STRIPE_TEST_SECRET_KEY,
    STRIPE_WEBHOOK_SECRETS = '',
  } = made['lodging/payments'] ?? {};
  const emulators = secret('emulators', {
    STRIPE_SECRET_KEYS: `${STRIPE_TEST_SECRET_KEY},${STRIPE_LIVE_SECRET_KEY}`,
    STRIPE_WEBHOOK_SECRET: STRIPE_WEBHOOK_SECRETS,
  });
  return [...secretObjects(made), emulators].map((object) => stringify(object)).join('---\n');
}

function store(): string {
  const names = Object.values(ISSUED).flat();
  const missing = names.filter((name) => (process.env[name] ?? '') === '');
  if (missing.length > 0) throw new Error(`These have to be set: ${missing.join(', ')}`);
  const given = (of: readonly string[]) =>
    Object.fromEntries(of.map((name) => [name, process.env[name] ?? '']));
  const issued = { payments: given(ISSUED.payments), notifications: given(ISSUED.notifications) };
  return `${JSON.stringify(newStore(issued, make), null, 2)}\n`;
}

function printPublicKey(): void {
  const { BUS_SIGNING_KEY: secret = '' } = process.env;
  if (secret.length < MIN_KEY_LENGTH) throw new Error(`BUS_SIGNING_KEY needs ${MIN_KEY_LENGTH} characters`);
  process.stdout.write(`${publicKeyOf(secret)}\n`);
}

const [form, file] = process.argv.slice(2);
try {
  if (form === 'public-key') printPublicKey();
  else if (file !== undefined && (form === 'objects' || form === 'store')) {
    write(file, form === 'objects' ? objects() : store());
  } else throw new Error(USAGE);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
}
