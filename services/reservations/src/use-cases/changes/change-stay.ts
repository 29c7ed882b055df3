import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { changeOnce } from './change-once.ts';
import type { ChangedStay, ChangeStay, ChangeStayDeps } from './change-once.ts';

/** The operator changes a stay. */
export function changeStay(
  deps: ChangeStayDeps,
  ctx: RequestContext,
  input: ChangeStay,
): Promise<Result<ChangedStay>> {
  return changeOnce(deps, ctx, input);
}
