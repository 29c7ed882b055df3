import { isDate } from '@lodging/format';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { todayIn } from '../../api/clock.ts';
import { useMay } from '../../api/permissions.ts';
import { useSession } from '../../api/session.ts';
import { useSearchAhead } from '../../app/use-search-ahead.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { isOtherPage, LeaveGuard } from '../../ui/dialogs/leave-guard.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { GridView, Layer } from './grid/grid-view.ts';
import { NightsTab } from './nights-tab.tsx';
import { PlansTab } from './plans/plans-tab.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { usePending } from './use-pending.ts';
import { LAYERS, SPANS } from './view-fields.tsx';
import type { RatesSearch } from './view-fields.tsx';

const route = getRouteApi('/rates');
const FIRST_SPAN = 60;

export function RatesScreen() {
  const { rates: texts, prices } = useTexts();
  const may = useMay();
  const address = useRatesSearch();
  const { search, change } = address;
  const pending = usePending();
  const [isReviewed, setReviewed] = useState(false);
  const count = pending.cells.size;
  const plans = <PlansTab roomType={search.roomType} onRoomType={(roomType) => change({ roomType })} />;
  return (
    <Screen
      title={texts.title}
      aside={count > 0 && <strong>{texts.unsaved(count)}</strong>}
      actions={
        may('operate') && (
          <Button
            kind={count > 0 ? 'accent' : 'plain'}
            disabled={count === 0}
            onPress={() => setReviewed(true)}
          >
            {texts.review}
          </Button>
        )
      }
    >
      <Tabs
        label={prices.tabs}
        selected={search.tab === 'plans' ? 'plans' : 'nights'}
        onSelect={(tab) => change({ tab: tab === 'plans' ? tab : undefined })}
        tabs={[
          { id: 'nights', title: prices.nightsTab, content: <NightsTab {...address} pending={pending} /> },
          { id: 'plans', title: prices.plansTab, content: plans },
        ]}
      />
      {isReviewed && <ReviewDialog pending={pending} onClose={() => setReviewed(false)} />}
      <LeaveGuard isChanged={count > 0} isLeft={isOtherPage} />
    </Screen>
  );
}

function useRatesSearch() {
  const { tenant } = useSession();
  const navigate = route.useNavigate();
  const [search, change] = useSearchAhead<RatesSearch>(route.useSearch(), (changed) => {
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  });
  return {
    search,
    from: isDate(search.from ?? '') ? (search.from ?? '') : todayIn(tenant.timezone),
    days: SPANS.find((span) => String(span) === search.days) ?? FIRST_SPAN,
    view: useView(search.layer, search.sees === 'guest'),
    change,
  };
}

/** One object as long as it is the same, so that nights are not drawn again. */
function useView(layer: string | undefined, isSelling: boolean): GridView {
  const known: Layer = LAYERS.find((one) => one === layer) ?? 'both';
  return useMemo(() => ({ layer: known, isSelling }), [known, isSelling]);
}
