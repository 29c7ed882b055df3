import { sealingTimer } from '@lodging/kit-runtime';
import type { Checks, Facts, Logger, Timer } from '@lodging/kit-runtime';

/** What is stored under a secret of a service that may be a ring of several. */
export interface Seal {
  /** The name of the setting. */
  readonly setting: string;
  /** What it seals, in words: "the feed addresses that are stored". */
  readonly what: string;
  /** Names the current secret. */
  readonly keyId: string;
  /** The ring, the current one first. */
  readonly secrets: readonly string[];
  /** There is another copy of what it seals: a process starts that opens nothing of it. */
  readonly isReplaceable?: boolean;
  /** Whether what is stored is opened, by a sample. */
  readonly probe: () => Promise<'all' | 'some' | 'none'>;
  /** Seals with the current secret what an earlier one sealed. Resolves to their number. */
  readonly sealAgain: (signal?: AbortSignal) => Promise<number>;
}

/** Throws where a secret is not the one that sealed what is stored. One that opens a part of it may start. */
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

/** `FEED_SECRET:4JhX0m_a`, so that two processes with different secrets can be told apart. */
export function sealFacts(seals: readonly Seal[]): Facts {
  if (seals.length === 0) return {};
  return { sealingKeys: seals.map(({ setting, keyId }) => `${setting}:${keyId}`).join(', ') };
}

/** Only while there are earlier secrets. */
export function sealTimers(seals: readonly Seal[], log: Pick<Logger, 'info'>): Timer[] {
  return seals.flatMap(({ setting, secrets, sealAgain }) =>
    sealingTimer(secrets, { info: (fields, text) => log.info({ setting, ...fields }, text) }, sealAgain),
  );
}
