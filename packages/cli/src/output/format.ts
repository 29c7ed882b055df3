const STEPS = [
  { seconds: 86_400, word: 'd' },
  { seconds: 3_600, word: 'h' },
  { seconds: 60, word: 'min' },
] as const;

export function formatDuration(seconds: number): string {
  const whole = Math.round(Math.abs(seconds));
  const step = STEPS.find((one) => whole >= one.seconds * 2);
  return step === undefined ? `${whole} s` : `${Math.floor(whole / step.seconds)} ${step.word}`;
}

export type Ago = (moment: string | null) => string | null;

/** `3 min ago`, `in 12 min`; null stays null. */
export function agoFrom(now: Temporal.Instant): Ago {
  return (moment) => {
    if (moment === null) return null;
    const seconds = now.since(Temporal.Instant.from(moment)).total('seconds');
    if (Math.abs(seconds) < 1) return 'now';
    return seconds > 0 ? `${formatDuration(seconds)} ago` : `in ${formatDuration(seconds)}`;
  };
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
