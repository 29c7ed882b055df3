import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { useNow } from '../ui/hooks/use-now.ts';

interface HoldLeftProps {
  /** Of the booking. */
  readonly id: string;
  readonly endsAt: string;
}

const TICK_MS = 10_000;
const MINUTE_MS = 60_000;

/** How long a hold goes on. What became of it is looked up when it ends. */
export function HoldLeft({ id, endsAt }: HoldLeftProps) {
  const { desk: texts } = useTexts();
  const client = useQueryClient();
  const minutes = Math.ceil((Date.parse(endsAt) - useNow(TICK_MS)) / MINUTE_MS);
  const isOver = minutes <= 0;
  useEffect(() => {
    if (!isOver) return;
    for (const queryKey of [['booking', id], ['bookings']]) void client.invalidateQueries({ queryKey });
  }, [client, id, isOver]);
  return <span className="quiet">{isOver ? texts.holdEnded : texts.minutesLeft(minutes)}</span>;
}
