import type { HistoryEntry } from '../../api/records.ts';
import { useTexts } from '../../texts/use-texts.ts';

/** Who did it: a name, or what kind of actor it was. */
export function ActorName({ actor: { label, kind } }: Pick<HistoryEntry, 'actor'>) {
  const { booking: texts } = useTexts();
  return <bdi>{label ?? texts.actors[kind]}</bdi>;
}
