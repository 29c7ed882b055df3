import type { Stay } from '../domain/reservation.ts';
import type { SoldOutWishes } from '../ports/sold-out-wishes.ts';

/** The oldest is forgotten beyond this. */
const MAX_WISHES = 10_000;

export function createSoldOutWishes(): SoldOutWishes {
  const wishes = new Set<string>();
  return {
    isLikely: (stay) => wishes.has(wishOf(stay)),
    add(stay) {
      const [oldest] = wishes;
      if (wishes.size >= MAX_WISHES && oldest !== undefined) wishes.delete(oldest);
      wishes.add(wishOf(stay));
    },
    forget: (stay) => void wishes.delete(wishOf(stay)),
  };
}

function wishOf({ resourceId, window, quantity }: Stay): string {
  return `${resourceId} ${window.from.epochMilliseconds} ${window.to.epochMilliseconds} ${quantity}`;
}
