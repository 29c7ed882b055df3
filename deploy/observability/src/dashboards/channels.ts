import type { Dashboard } from './dashboard.ts';
import { above, figure, lines, logLines } from './panel.ts';

const CALLS = 'http_client_request_duration_seconds';

export const channels: Dashboard = {
  uid: 'lodging-channels',
  title: 'Lodging: channels',
  description:
    'Calendars elsewhere: how fresh they are, what they change, and where they contradict the house.',
  variables: [],
  rows: [
    {
      title: 'Now',
      panels: [
        figure(
          'Calendars read',
          'none',
          'Connected calendars that are not paused.',
          'sum(max by (lodging_state) (lodging_feeds{lodging_state!="paused"}))',
        ),
        figure(
          'Failing',
          'none',
          'Those whose last reading failed. Their old blocks stay.',
          'max(lodging_feeds{lodging_state="error"})',
          { thresholds: above(1, 10) },
        ),
        figure('Stale', 'none', 'Last read well more than 30 minutes ago.', 'max(lodging_feeds_stale)', {
          thresholds: above(1, 10),
        }),
        figure(
          'Quarantined',
          'none',
          'Shrank too far to be believed at once; read again after 60 to 120 s.',
          'max(lodging_feeds_quarantined)',
          { thresholds: above(1, 3) },
        ),
        figure(
          'Oldest',
          's',
          'How long ago the one that waited longest was read well.',
          'max(lodging_feed_oldest_age_seconds)',
          { thresholds: above(1800, 21600) },
        ),
        figure(
          'Open conflicts',
          'none',
          'Stays that are sold elsewhere too.',
          'max(lodging_conflicts_open)',
          { thresholds: above(1, 10) },
        ),
      ],
    },
    {
      title: 'Reading',
      panels: [
        lines(
          'Readings',
          'ops',
          'unchanged is a 304, as good as a reading.',
          [
            [
              'sum by (lodging_outcome) (rate(lodging_feed_fetches_total[$__rate_interval]))',
              '{{lodging_outcome}}',
            ],
          ],
          { stacked: true },
        ),
        lines(
          'Calendars by state',
          'short',
          'error comes and goes with the hosts; a step of many at once is us.',
          [['max by (lodging_state) (lodging_feeds)', '{{lodging_state}}']],
          { stacked: true },
        ),
        lines(
          'Stale share',
          'percentunit',
          'The objective wants less than 1 % over a month.',
          [['lodging:objective_bad:ratio{objective="feeds-fresh"}', 'stale']],
          { thresholds: above(0.01, 0.2), max: 1 },
        ),
        lines('Hosts answer', 'reqps', 'By status.', [
          [
            `sum by (http_response_status_code) (rate(${CALLS}_count{lodging_peer="feed"}[$__rate_interval]))`,
            '{{http_response_status_code}}',
          ],
        ]),
        lines('Hosts fail', 'reqps', 'Why there was no answer to use.', [
          [
            `sum by (error_type) (rate(${CALLS}_count{lodging_peer="feed", error_type!=""}[$__rate_interval]))`,
            '{{error_type}}',
          ],
        ]),
        lines('Hosts take', 's', 'Until the last byte, 95 %.', [
          [
            `histogram_quantile(0.95, sum by (le) (rate(${CALLS}_bucket{lodging_peer="feed"}[$__rate_interval])))`,
            '95 %',
          ],
        ]),
      ],
    },
    {
      title: 'What it changes',
      panels: [
        lines(
          'Blocks taken in or given up',
          'ops',
          'A burst of these right after a roll-out wants a second look.',
          [['sum(rate(lodging_blocks_changed_total[$__rate_interval]))', 'blocks']],
        ),
        lines('Conflicts opened', 'ops', 'A block that lies over a stay of ours.', [
          ['sum(rate(lodging_conflicts_opened_total[$__rate_interval]))', 'opened'],
        ]),
        lines('Conflicts open', 'short', 'Until the operator resolves them.', [
          ['max(lodging_conflicts_open)', 'open'],
        ]),
        lines('Inventory takes blocks in', 's', 'Replacing a calendar’s blocks, 95 %.', [
          [
            'histogram_quantile(0.95, sum by (le) (rate(rpc_server_call_duration_seconds_bucket{rpc_method="rpc.inventory.v1.replace-blocks"}[$__rate_interval])))',
            '95 %',
          ],
        ]),
        lines('Our calendars are read', 'reqps', 'GET /v1/feeds/{token}.ics by others, by answer.', [
          [
            'sum by (http_response_status_code) (rate(http_server_request_duration_seconds_count{service_name="gateway", http_route=~"/v1/feeds/.*"}[$__rate_interval]))',
            '{{http_response_status_code}}',
          ],
        ]),
      ],
    },
    {
      title: 'Logs',
      panels: [
        logLines(
          'Trouble with calendars',
          'Warnings and errors of the service; addresses are masked in them.',
          '{service_name="channels"} | detected_level=~"warn|error|fatal"',
        ),
      ],
    },
  ],
};
