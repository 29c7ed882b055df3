import { sealingTimer } from '@lodging/kit-runtime';
import type { Checks, Facts, Logger, Timer } from '@lodging/kit-runtime';

/** Data that is stored under a secret of a service; the secret may be a ring of several. */
export interface Seal {
  /** The name of the setting. */
  readonly setting: string;
  /** The sealed data, in words: "the feed addresses that are stored". */
  readonly what: string;
  /** Names the current secret. */
  readonly keyId: string;
  /** The ring, the current one first. */
  readonly secrets: readonly string[];
  /** There is another copy of what it seals: a process starts that opens nothing of it. */
  readonly isReplaceable?: boolean;
  /** Tests with a sample if the secrets open the stored values. */
  readonly probe: () => Promise<'all' | 'some' | 'none'>;
  /** Seals with the current secret what an earlier one sealed. Resolves to their number. */
  readonly reseal: (signal?: AbortSignal) => Promise<number>;
}

/** Throws if a secret opens none of the stored values. A secret that opens some of them is accepted. */
export async function requireSeals(seals: readonly Seal[]): Promise<void> {
  for (const seal of seals.filter(({ isReplaceable = false }) => !isReplaceable))
    if ((await seal.probe()) === 'none') throw new Error(`${seal.setting} does not open ${seal.what}`);
}

export function sealChecks(seals: readonly Seal[]): Checks {
  if (seals.length === 0) return {};
  return {
    async seals() {
      const problems = await Promise.all(seals.map(problemOf));
      const found = problems.filter((problem) => problem !== undefined);
      if (found.length > 0) throw new Error(found.join('; '));
    },
  };
}

async function problemOf({ setting, what, probe }: Seal): Promise<string | undefined> {
  const opened = await probe();
  if (opened === 'all') return undefined;
  return `${setting} does not open ${opened === 'some' ? 'some of ' : ''}${what}`;
}

/** `FEED_SECRET:4JhX0m_a`, so that processes with different secrets can be distinguished. */
export function sealFacts(seals: readonly Seal[]): Facts {
  if (seals.length === 0) return {};
  return { sealingKeys: seals.map(({ setting, keyId }) => `${setting}:${keyId}`).join(', ') };
}

/** Only while there are earlier secrets. */
export function sealTimers(seals: readonly Seal[], log: Pick<Logger, 'info'>): Timer[] {
  return seals.flatMap(({ setting, secrets, reseal }) =>
    sealingTimer(secrets, { info: (fields, text) => log.info({ setting, ...fields }, text) }, reseal),
  );
}
