import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { SemaphoreTimeout } from '@lodging/kit-runtime';
import type { GatewayDeps } from '../../ports/deps.ts';
import type { OperatorAccount } from '../../ports/operators.ts';

export type CheckPasswordDeps = Pick<GatewayDeps, 'operators' | 'passwords' | 'passwordChecks'>;

/** Undefined for a wrong password and for an unknown address, after the same work. Refused where too many are checked. */
export async function checkPassword(
  { operators, passwords, passwordChecks }: CheckPasswordDeps,
  email: string,
  password: string,
): Promise<Result<OperatorAccount | undefined, Refusal<'rate_limited'>>> {
  try {
    const account = await passwordChecks.run(async () => {
      const found = await operators.findByEmail(email);
      return (await passwords.verify(password, found?.passwordHash)) ? found : undefined;
    });
    return ok(account);
  } catch (error) {
    if (!(error instanceof SemaphoreTimeout)) throw error;
    return refuse('rate_limited', 'Too many operators are signing in at the moment.', {
      retryAfterSeconds: 1,
    });
  }
}
