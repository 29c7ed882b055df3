import type { Dashboard } from './dashboard.ts';
import { above, figure, lines, logLines } from './panel.ts';

const CALLS = 'http_client_request_duration_seconds';

export const channels: Dashboard = {
  uid: 'lodging-channels',
  title: 'Lodging: channels',
  description: 'Imported calendars: freshness, changed blocks, and conflicts with bookings.',
  variables: [],
  rows: [
    {
      title: 'Now',
      panels: [
        figure(
          'Calendars synced',
          'none',
          'Connected calendars that are not paused.',
          'sum(max by (lodging_state) (lodging_feeds{lodging_state!="paused"}))',
        ),
        figure(
          'Failing',
          'none',
          'Calendars with a failed last sync. Their previous blocks remain.',
          'max(lodging_feeds{lodging_state="error"})',
          { thresholds: above(1, 10) },
        ),
        figure(
          'Stale',
          'none',
          'Last successful sync more than 30 minutes ago.',
          'max(lodging_feeds_stale)',
          {
            thresholds: above(1, 10),
          },
        ),
        figure(
          'Quarantined',
          'none',
          'Lost too many events to be accepted at once; synced again after 60 to 120 s.',
          'max(lodging_feeds_quarantined)',
          { thresholds: above(1, 3) },
        ),
        figure(
          'Oldest',
          's',
          'Time since the oldest last successful sync.',
          'max(lodging_feed_oldest_age_seconds)',
          { thresholds: above(1800, 21600) },
        ),
        figure(
          'Open conflicts',
          'none',
          'Stays that are also sold in another channel.',
          'max(lodging_conflicts_open)',
          { thresholds: above(1, 10) },
        ),
      ],
    },
    {
      title: 'Syncs',
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
          'Objective: under 1 % over 30 days.',
          [['lodging:objective_bad:ratio{objective="feeds-fresh"}', 'stale']],
          { thresholds: above(0.01, 0.2), max: 1 },
        ),
        lines('Host responses', 'reqps', 'By status.', [
          [
            `sum by (http_response_status_code) (rate(${CALLS}_count{lodging_peer="feed"}[$__rate_interval]))`,
            '{{http_response_status_code}}',
          ],
        ]),
        lines('Host errors', 'reqps', 'Reasons for a missing or unusable response.', [
          [
            `sum by (error_type) (rate(${CALLS}_count{lodging_peer="feed", error_type!=""}[$__rate_interval]))`,
            '{{error_type}}',
          ],
        ]),
        lines('Host response time', 's', 'Time to the last byte, 95th percentile.', [
          [
            `histogram_quantile(0.95, sum by (le) (rate(${CALLS}_bucket{lodging_peer="feed"}[$__rate_interval])))`,
            '95 %',
          ],
        ]),
      ],
    },
    {
      title: 'Effects',
      panels: [
        lines('Blocks added or removed', 'ops', 'Check a burst right after a rollout.', [
          ['sum(rate(lodging_blocks_changed_total[$__rate_interval]))', 'blocks'],
        ]),
        lines('Conflicts opened', 'ops', 'Blocks that overlap a stay.', [
          ['sum(rate(lodging_conflicts_opened_total[$__rate_interval]))', 'opened'],
        ]),
        lines('Conflicts open', 'short', 'Until the operator resolves them.', [
          ['max(lodging_conflicts_open)', 'open'],
        ]),
        lines(
          'Block replacement in inventory',
          's',
          'The duration of a replacement of the blocks of a calendar, 95th percentile.',
          [
            [
              'histogram_quantile(0.95, sum by (le) (rate(rpc_server_call_duration_seconds_bucket{rpc_method="rpc.inventory.v1.replace-blocks"}[$__rate_interval])))',
              '95 %',
            ],
          ],
        ),
        lines('Exported feeds', 'reqps', 'GET /v1/feeds/{token}.ics, by status.', [
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
          'Warnings and errors',
          'Warnings and errors of the service; addresses are masked.',
          '{service_name="channels"} | detected_level=~"warn|error|fatal"',
        ),
      ],
    },
  ],
};
