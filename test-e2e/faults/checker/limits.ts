import { HOLD_SECONDS } from '../stack/settings.ts';

export const HOLD_MS = HOLD_SECONDS * 1000;
/** No answer may take longer. */
export const LONGEST_ANSWER_MS = 20_000;
