import { useQueryClient } from '@tanstack/react-query';
import { lodging } from '../../api/lodging.ts';
import { useResources } from '../../api/queries/resources.ts';
import { useWrite } from '../../api/use-write.ts';
import { atDate } from '../../domain/local-time.ts';
import { useTexts } from '../../texts/use-texts.ts';
import type { Drop } from './chart/chart-actions.ts';

/** A block that was dropped elsewhere: one PATCH for the version on the screen. */
export function useBlockMove() {
  const { calendar: texts } = useTexts();
  const client = useQueryClient();
  const resources = useResources();
  const readAgain = () => client.invalidateQueries({ queryKey: ['occupancy'] });
  return useWrite(
    ({ entry, resourceId, from, to }: Drop) => {
      const resource = resources.find(resourceId);
      const isByTime = resource?.roomType === null;
      const dates = isByTime
        ? {
            from: atDate(entry.startsAt, resource.timezone, from),
            to: atDate(entry.endsAt, resource.timezone, to),
          }
        : { from, to };
      return lodging.blocks.update(entry.id, dates, { ifMatch: `"v${entry.version}"` });
    },
    { says: () => texts.closingMoved, after: readAgain, onRefused: readAgain },
  );
}
