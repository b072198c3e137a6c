/** Analyses of finished games: chances turn by turn, mistakes, and what was luck. */

import { call } from '../server/api';
import type { AnalysisSight, DecisionSight } from '../server/types';
import { locale } from '../language/words.svelte';

export type { AnalysisSight, DecisionSight };

export const analyses = {
  ofTable: (table: string, game: string) =>
    call<AnalysisSight>('GET', `/api/tables/${encodeURIComponent(table)}/games/${encodeURIComponent(game)}/analysis?lang=${locale.lang}`),
  ofRecord: (record: object) => call<AnalysisSight>('POST', `/api/analysis?lang=${locale.lang}`, record),
};

/** A share of 1 as whole percent. */
export const percent = (share: number): string => `${Math.round(share * 100)} %`;
/** A gain or a loss, with its sign. */
export const signed = (share: number): string => `${share < -0.005 ? '−' : share > 0.005 ? '+' : ''}${Math.abs(Math.round(share * 100))} %`;

/** A side's chance from page to page: after the deal, and after every turn. */
export function curveOf(analysis: AnalysisSight, side: number): { ply: number; chance: number }[] {
  const seats = analysis.sides[side] ?? [];
  // partners win together: they have the same chance
  const of = (chances: number[]): number => chances[(seats[0] ?? 1) - 1] ?? 0;
  return [{ ply: 0, chance: of(analysis.start) }, ...analysis.turns.map(({ ply, chances }) => ({ ply, chance: of(chances) }))];
}

export const mistakesOf = (analysis: AnalysisSight): DecisionSight[] => analysis.decisions.filter(({ mistake }) => mistake);

/** The turn after which everything was different: where the side that won gained most. */
export function turningPoint(analysis: AnalysisSight, side: number): { turn: number; ply: number; gain: number } | null {
  const curve = curveOf(analysis, side);
  let found: { turn: number; ply: number; gain: number } | null = null;
  for (let i = 1; i < curve.length; i += 1) {
    const gain = (curve[i]?.chance ?? 0) - (curve[i - 1]?.chance ?? 0);
    if (!found || gain > found.gain) found = { turn: i, ply: curve[i]?.ply ?? 0, gain };
  }
  return found && found.gain > 0 ? found : null;
}
