import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import {
  MAX_SIGN_IN_ATTEMPTS,
  MAX_SIGN_IN_ATTEMPTS_OF_NETWORK,
  secondsUntilNextAttempt,
} from '../domain/operator-session.ts';
import type { Digest, SignInAttempts } from '../ports.ts';

export interface CountSignInDeps {
  readonly signInAttempts: SignInAttempts;
  readonly digest: Digest;
}

export interface CountedSignIn {
  /** For an attempt that succeeded, or that was not made. */
  release(): Promise<void>;
}

/** The network is counted first, so that one that is refused does not use up the attempts of accounts. */
export async function countSignIn(
  { signInAttempts, digest }: CountSignInDeps,
  { email, clientNetwork }: { readonly email: string; readonly clientNetwork: string },
  now: Temporal.Instant,
): Promise<Result<CountedSignIn, Refusal<'rate_limited'>>> {
  const [account, network] = [digest(email), digest(`client network ${clientNetwork}`)];
  const ofNetwork = await signInAttempts.add(network, now, MAX_SIGN_IN_ATTEMPTS_OF_NETWORK);
  if (ofNetwork !== undefined) return tooMany('from this address', ofNetwork.oldest, now);
  const ofAccount = await signInAttempts.add(account, now, MAX_SIGN_IN_ATTEMPTS);
  if (ofAccount !== undefined) {
    await signInAttempts.release(network, now);
    return tooMany('for this e-mail address', ofAccount.oldest, now);
  }
  return ok({
    async release() {
      await signInAttempts.release(account, now);
      await signInAttempts.release(network, now);
    },
  });
}

function tooMany(whose: string, oldest: Temporal.Instant, now: Temporal.Instant) {
  const retryAfterSeconds = secondsUntilNextAttempt(oldest, now);
  return refuse('rate_limited', `Too many failed sign-in attempts ${whose}.`, { retryAfterSeconds });
}
