import { refuse } from '@lodging/kernel';

/** Of one resource and window. Whether it is free is computed from all of them, within the time that a request has. */
export const MOST_CLAIMS = 200_000;

export const tooManyClaims = refuse(
  'search_too_broad',
  `The resource has more than ${MOST_CLAIMS} stays and blocks in the window.`,
  { candidates: 1, work: MOST_CLAIMS + 1, most: MOST_CLAIMS },
);
