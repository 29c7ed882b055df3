import { publicKeyOf } from '@lodging/kit-security';

export interface TestIdentity {
  readonly name: string;
  readonly signingKey: string;
  readonly publicKeys: readonly string[];
}

const SIGNERS = ['gateway', 'inventory', 'reservations', 'payments', 'channels', 'notifications'];

const secretOf = (name: string): string => `the signing key of ${name} in all tests`;
const publicKeys = (name: string): string[] =>
  [...new Set([...SIGNERS, name])].map((signer) => `${signer}:${publicKeyOf(secretOf(signer))}`);

/** The identity of a test in requests: the gateway's unless given, because clients' requests come from it. */
export function testIdentity(name = 'gateway'): TestIdentity {
  return { name, signingKey: secretOf(name), publicKeys: publicKeys(name) };
}

/** The same as the environment of a service has it. */
export function testIdentitySettings(name: string): Record<string, string> {
  return { BUS_SIGNING_KEY: secretOf(name), BUS_PUBLIC_KEYS: publicKeys(name).join(',') };
}
