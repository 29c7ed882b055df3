import { networksOf, ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import {
  MAX_SIGN_IN_ATTEMPTS,
  MAX_SIGN_IN_ATTEMPTS_OF_NETWORK,
  secondsUntilNextAttempt,
} from '../../domain/operators/operator-session.ts';
import type { GatewayDeps } from '../../ports/deps.ts';
import type { SignInCounter } from '../../ports/operators.ts';

export type CountSignInDeps = Pick<GatewayDeps, 'signInAttempts' | 'digest'>;

export interface CountedSignIn {
  /** For an attempt that succeeded, or that was not made. */
  release(): Promise<void>;
}

interface Counter extends SignInCounter {
  readonly whose: string;
}

/** An attempt that is refused for its network does not use up the attempts of the account, nor the other way round. */
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
  const refused = await signInAttempts.add(counters, now);
  if (refused !== undefined) return tooMany(refused.full.whose, refused.oldest, now);
  return ok({ release: () => signInAttempts.release(counters, now) });
}

function tooMany(whose: string, oldest: Temporal.Instant, now: Temporal.Instant) {
  const retryAfterSeconds = secondsUntilNextAttempt(oldest, now);
  return refuse('rate_limited', `Too many failed sign-in attempts ${whose}.`, { retryAfterSeconds });
}
