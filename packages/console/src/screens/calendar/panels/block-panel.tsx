import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lodging } from '../../../api/lodging.ts';
import { useMay } from '../../../api/permissions.ts';
import type { OccupancyEntry, ResourceRecord } from '../../../api/records.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Refusal } from '../../../ui/notice.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/secret-dialog.tsx';
import css from './panels.module.css';
import { CloseNightsDialog } from './close-nights-dialog.tsx';
import { SidePanel } from './side-panel.tsx';
import type { BarWords } from '../chart/use-bar-words.ts';

interface BlockPanelProps {
  readonly entry: OccupancyEntry;
  readonly resource: ResourceRecord;
  readonly words: BarWords;
  readonly onClose: () => void;
}

/** Nights that are closed. An imported one says whose it is. */
export function BlockPanel({ entry, resource, words, onClose }: BlockPanelProps) {
  const { calendar: texts } = useTexts();
  const may = useMay();
  const isImported = entry.block === 'external';
  return (
    <SidePanel id={entry.id} title={words.labelOf(entry, 0)} onClose={onClose}>
      <Facts>
        <Fact name={texts.columns.resource}>
          <bdi>{resource.name}</bdi>
        </Fact>
        <Fact name={texts.closedNights}>{words.datesOf(entry)}</Fact>
        <Fact name={texts.unitsField}>{entry.units}</Fact>
        {entry.note !== null && (
          <Fact name={texts.note}>
            <bdi>{entry.note}</bdi>
          </Fact>
        )}
      </Facts>
      {isImported && <p>{texts.imported(words.hostOf(entry))}</p>}
      {!isImported && may('house') && <BlockActions {...{ entry, resource, onClose }} />}
    </SidePanel>
  );
}

function BlockActions({ entry, resource, onClose }: Omit<BlockPanelProps, 'words'>) {
  const { calendar: texts } = useTexts();
  const client = useQueryClient();
  const [open, setOpen] = useState<'change' | 'end' | null>(null);
  const close = (): void => setOpen(null);
  const { run, isBusy, error } = useWrite(
    () => lodging.blocks.delete(entry.id, { ifMatch: `"v${entry.version}"` }),
    {
      says: () => texts.nightsOpened(resource.name),
      after: async () => {
        onClose();
        await client.invalidateQueries({ queryKey: ['occupancy'] });
      },
    },
  );
  return (
    <div className={css.panelActions}>
      <Button onPress={() => setOpen('change')}>{texts.changeClosing}</Button>
      <Button onPress={() => setOpen('end')}>{texts.openNights}</Button>
      {open === 'change' && (
        <CloseNightsDialog resource={resource} nights={entry} entry={entry} onClose={close} onDone={close} />
      )}
      {open === 'end' && (
        <ConfirmDialog
          title={texts.openNights}
          words={texts.openQuestion}
          confirm={texts.openNights}
          isBusy={isBusy}
          onConfirm={() => run(undefined)}
          onClose={close}
        >
          <Refusal error={error} onTryAgain={() => run(undefined)} isBusy={isBusy} />
        </ConfirmDialog>
      )}
    </div>
  );
}
