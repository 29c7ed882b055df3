import { useQuery, useQueryClient } from '@tanstack/react-query';
import { occupancyQuery } from '../../api/queries/occupancy.ts';
import type { ResourceRecord } from '../../api/records.ts';
import { mostTaken } from '../../domain/calendar/lanes.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Chip } from '../../ui/state-chip.tsx';
import type { Nights } from './conflict-bars.tsx';

interface UnitsTooManyProps {
  readonly resource: ResourceRecord;
  readonly event: Nights;
  readonly stay: Nights;
}

/** By how many units the nights of both are sold above what there is. */
export function UnitsTooMany({ resource: { id, units }, event, stay }: UnitsTooManyProps) {
  const { channels: texts } = useTexts();
  const client = useQueryClient();
  const from = event.from > stay.from ? event.from : stay.from;
  const to = event.to < stay.to ? event.to : stay.to;
  const { data } = useQuery(occupancyQuery(client, { from, to, resourceIds: [id], isInView: from < to }));
  const entries = data?.resources.find(({ resourceId }) => resourceId === id)?.entries ?? [];
  const over = mostTaken(entries, { from, to }) - units;
  return over > 0 ? <Chip kind="danger">{texts.tooMany(over)}</Chip> : null;
}
