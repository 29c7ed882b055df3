import { refuse } from '@lodging/kernel';

/** Of one resource and window. Whether it is free is computed from all of them, within the time that a request has. */
export const MOST_CLAIMS = 200_000;
/** The same for a block, which also finds the stays in its way. */
export const MOST_CLAIMS_OF_BLOCK = 50_000;

const tooMany = (most: number) =>
  refuse('search_too_broad', `The resource has more than ${most} stays and blocks in the window.`, {
    candidates: 1,
    work: most + 1,
    most,
  });

export const tooManyClaims = tooMany(MOST_CLAIMS);
export const tooManyClaimsOfBlock = tooMany(MOST_CLAIMS_OF_BLOCK);
