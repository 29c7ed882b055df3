import { ok, refuse, SECRET_RANDOM_BYTES } from '@lodging/kernel';
import type { Clock, NewId, Refusal, Result } from '@lodging/kernel';
import type { Mode } from '../domain/api-key.ts';
import { secondsUntilNextTry, sessionEnd, writeSessionToken } from '../domain/operator-session.ts';
import type { OperatorSession } from '../domain/operator-session.ts';
import type {
  Digest,
  IsPassword,
  KnownOperator,
  OperatorStore,
  RandomBytes,
  SessionStore,
  SignInTries,
} from './ports.ts';

export interface SignIn {
  readonly email: string;
  readonly password: string;
  readonly mode: Mode;
}

export interface SignInParts {
  readonly operators: Pick<OperatorStore, 'findByEmail'>;
  readonly sessions: Pick<SessionStore, 'add'>;
  readonly tries: SignInTries;
  readonly isPassword: IsPassword;
  readonly random: RandomBytes;
  readonly digest: Digest;
  readonly newId: NewId;
  readonly clock: Clock;
}

type Refused = Refusal<'invalid_credentials' | 'rate_limited'>;
export type StartSession = (wanted: SignIn) => Promise<Result<{ token: string; expiresAt: string }, Refused>>;

/** Comparing a password is slow on purpose; a crowd of them would keep everything else waiting. */
const MOST_COMPARED_AT_ONCE = 32;

export function createSignIn(parts: SignInParts): StartSession {
  const { tries, digest, clock } = parts;
  let comparing = 0;
  return async ({ email, password, mode }) => {
    const [address, at] = [digest(email), clock.now().round('millisecond')];
    const refused = await tries.take(address, at);
    if (refused !== undefined) {
      return tooMany('Too many tries for this address.', secondsUntilNextTry(refused.oldest, at));
    }
    if (comparing >= MOST_COMPARED_AT_ONCE) {
      await tries.giveBack(address, at);
      return tooMany('Too many people are signing in.', 1);
    }
    comparing += 1;
    const known = await provenOperator(parts, email, password).finally(() => {
      comparing -= 1;
    });
    const token = known === undefined ? undefined : await open(parts, known, mode, at);
    if (token === undefined) {
      return refuse('invalid_credentials', 'No operator has this e-mail address and this password.');
    }
    await tries.giveBack(address, at);
    return ok({ token, expiresAt: sessionEnd(at).toString({ smallestUnit: 'millisecond' }) });
  };
}

async function provenOperator(
  { operators, isPassword }: SignInParts,
  email: string,
  password: string,
): Promise<KnownOperator | undefined> {
  const known = await operators.findByEmail(email);
  return (await isPassword(password, known?.passwordHash)) ? known : undefined;
}

/** Undefined when the operator changed in between. */
async function open(
  { sessions, random, digest, newId }: SignInParts,
  { operator, sandboxId, passwordHash }: KnownOperator,
  mode: Mode,
  at: Temporal.Instant,
): Promise<string | undefined> {
  const token = writeSessionToken(random(SECRET_RANDOM_BYTES));
  const session: OperatorSession = {
    id: newId(),
    tenantId: mode === 'live' ? operator.tenantId : sandboxId,
    mode,
    operatorId: operator.id,
    ownerId: operator.tenantId,
    createdAt: at,
    expiresAt: sessionEnd(at),
  };
  return (await sessions.add(session, digest(token), passwordHash)) ? token : undefined;
}

function tooMany(detail: string, retryAfterSeconds: number) {
  return refuse('rate_limited', detail, { retryAfterSeconds });
}
