import type { StayWindow } from '@lodging/kernel';

export function decodeWindow({ from, to }: { readonly from: string; readonly to: string }): StayWindow {
  return { from: Temporal.Instant.from(from), to: Temporal.Instant.from(to) };
}
