import { daysBetween } from '@lodging/format';
import { useState } from 'react';
import { useMay } from '../../../api/permissions.ts';
import type { ResourceRecord } from '../../../api/records.ts';
import { nightsOf } from '../../../domain/calendar/night-selection.ts';
import type { NightSelection } from '../../../domain/calendar/night-selection.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Day } from '../../../ui/when.tsx';
import css from './panels.module.css';
import type { ChartActions } from '../chart/chart-actions.ts';
import { CloseNightsDialog } from './close-nights-dialog.tsx';
import { SidePanel } from './side-panel.tsx';

interface NightsPanelProps {
  readonly marked: NightSelection;
  readonly resource: ResourceRecord;
  readonly actions: ChartActions;
  readonly onClose: () => void;
}

/** Free nights that are marked: they can be booked or closed. */
export function NightsPanel({ marked, resource, actions, onClose }: NightsPanelProps) {
  const { calendar: texts, common } = useTexts();
  const may = useMay();
  const [isClosing, setClosing] = useState(false);
  const nights = nightsOf(marked);
  return (
    <SidePanel id={marked.row} title={texts.nightsOf(resource.name)} takesFocus={false} onClose={onClose}>
      <p>
        <Day date={nights.from} /> – <Day date={nights.to} />{' '}
        <span className="quiet">{common.nights(daysBetween(nights.from, nights.to))}</span>
      </p>
      <div className={css.panelActions}>
        {actions.mayBook && (
          <Button kind="accent" onPress={() => actions.book(resource.id, nights)}>
            {texts.bookNights}
          </Button>
        )}
        {may('house') && <Button onPress={() => setClosing(true)}>{texts.closeNights}</Button>}
      </div>
      {isClosing && (
        <CloseNightsDialog
          resource={resource}
          nights={nights}
          onClose={() => setClosing(false)}
          onDone={() => {
            setClosing(false);
            onClose();
          }}
        />
      )}
    </SidePanel>
  );
}
