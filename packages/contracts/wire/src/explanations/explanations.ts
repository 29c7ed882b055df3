import { accessExplanations } from './explain-access.ts';
import { changeExplanations } from './explain-changes.ts';
import { channelExplanations } from './explain-channels.ts';
import { stayExplanations } from './explain-stay.ts';
import { webhookExplanations } from './explain-webhooks.ts';
import type { Explanation } from './explanation.ts';
import type { ProblemCode } from '../problems.ts';

type Explained = typeof accessExplanations &
  typeof changeExplanations &
  typeof channelExplanations &
  typeof stayExplanations &
  typeof webhookExplanations;
type OfNoProblem = Exclude<keyof Explained, ProblemCode>;

/** Typed so that a code without an explanation, or an explanation without a code, does not compile. */
export const explanations: Readonly<Record<ProblemCode, Explanation>> & Readonly<Record<OfNoProblem, never>> =
  {
    ...accessExplanations,
    ...changeExplanations,
    ...channelExplanations,
    ...stayExplanations,
    ...webhookExplanations,
  };
