import { networksOf, ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import {
  MAX_SIGN_IN_ATTEMPTS,
  MAX_SIGN_IN_ATTEMPTS_OF_NETWORK,
  secondsUntilNextAttempt,
} from '../../domain/operators/operator-session.ts';
import type { GatewayDeps } from '../../ports/deps.ts';

export type CountSignInDeps = Pick<GatewayDeps, 'signInAttempts' | 'digest'>;

export interface CountedSignIn {
  /** For an attempt that succeeded, or that was not made. */
  release(): Promise<void>;
}

interface Counter {
  readonly subject: Uint8Array;
  readonly max: number;
  readonly whose: string;
}

/** Networks are counted first, so that one that is refused does not use up the attempts of accounts. */
export async function countSignIn(
  { signInAttempts, digest }: CountSignInDeps,
  { email, clientNetwork }: { readonly email: string; readonly clientNetwork: string },
  now: Temporal.Instant,
): Promise<Result<CountedSignIn, Refusal<'rate_limited'>>> {
  const counters: Counter[] = networksOf(clientNetwork).map(({ name, factor }) => ({
    subject: digest(`client network ${name}`),
    max: MAX_SIGN_IN_ATTEMPTS_OF_NETWORK * factor,
    whose: 'from this address',
  }));
  counters.push({ subject: digest(email), max: MAX_SIGN_IN_ATTEMPTS, whose: 'for this e-mail address' });
  const counted: Counter[] = [];
  const release = async () => {
    for (const { subject } of counted.toReversed()) await signInAttempts.release(subject, now);
  };
  for (const counter of counters) {
    const full = await signInAttempts.add(counter.subject, now, counter.max);
    if (full !== undefined) {
      await release();
      return tooMany(counter.whose, full.oldest, now);
    }
    counted.push(counter);
  }
  return ok({ release });
}

function tooMany(whose: string, oldest: Temporal.Instant, now: Temporal.Instant) {
  const retryAfterSeconds = secondsUntilNextAttempt(oldest, now);
  return refuse('rate_limited', `Too many failed sign-in attempts ${whose}.`, { retryAfterSeconds });
}
