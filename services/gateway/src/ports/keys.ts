import type { Page } from '@lodging/kernel';
import type { AuditEntry } from '../domain/audit/audit.ts';
import type { ApiKey } from '../domain/keys/api-key.ts';
import type { Credential } from '../domain/keys/credential.ts';
import type { Audited } from './audit.ts';

export interface ApiKeyRepository {
  add(key: ApiKey, digest: Uint8Array, entry: AuditEntry): Promise<void>;
  /** The keys of both modes; reads `limit + 1` rows where there are more. */
  list(ownerId: string, page: Page): Promise<ApiKey[]>;
  find(ownerId: string, keyId: string): Promise<ApiKey | undefined>;
  /** By id: the names of keys that are not revoked and have one. */
  namesOf(ownerId: string, keyIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Runs `decide` under a lock of the key. Undefined when there is no such key. */
  change(
    ownerId: string,
    keyId: string,
    decide: (current: ApiKey) => Audited<ApiKey>,
  ): Promise<ApiKey | undefined>;
  /** Earlier secrets of the key expire with the grace period at the latest. Undefined when there is no such key. */
  rotate(ownerId: string, keyId: string, next: NextKeySecret, entry: AuditEntry): Promise<ApiKey | undefined>;
  /** False when there is no such key. */
  revoke(ownerId: string, keyId: string, entryOf: (key: ApiKey) => AuditEntry): Promise<boolean>;
  /** By the digest as latin1 text. Reads across tenants: the digest determines the tenant. */
  findByDigests(digests: readonly Uint8Array[]): Promise<ReadonlyMap<string, Credential>>;
  recordUse(keys: readonly Pick<Credential, 'id' | 'tenantId'>[], at: Temporal.Instant): Promise<void>;
}

export interface NextKeySecret {
  readonly prefix: string;
  readonly digest: Uint8Array;
  readonly graceSeconds: number;
}

// Redis and memory

/** Finds the credential that a presented text stands for. */
export interface CredentialFinder {
  /**
   * Undefined for an unknown text. Not a promise for a key in use. `unseen`: well-formed, and this process does not know
   * it, so that it takes a lookup. Rejects with ApiKeysUnavailable.
   */
  find(presented: string): Credential | undefined | 'unseen' | Promise<Credential | undefined>;
  lookUp(presented: string): Promise<Credential | undefined>;
  /** Looks it up in the background, so that the next `find` knows it. Under many calls it skips some of them. */
  lookUpSoon(presented: string): void;
}

/** Remembers which credential an API key stands for. */
export interface ApiKeyCache extends CredentialFinder {
  /** Empties this process's cache. Other processes look keys up again when their entries expire. */
  clear(): void;
}

/** The repository does not answer, and the cache holds nothing recent enough. */
export class ApiKeysUnavailable extends Error {
  override readonly name = 'ApiKeysUnavailable';
}

/** Collects which keys were used, so that a request writes nothing. */
export interface KeyUsage {
  record(credential: Credential): void;
  flush(): Promise<void>;
}

// Cryptography and time

export type RandomBytes = (length: number) => Uint8Array;

/** SHA-256. A key has 256 random bits, so a fast digest protects it. */
export type Digest = (text: string) => Uint8Array;
