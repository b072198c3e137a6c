/** Sound and vibration, for those who have switched them on. */

import { settings } from './settings.svelte';

export type Cue = 'card' | 'turn' | 'refused' | 'won' | 'said';

const TONES: Record<Cue, [hertz: number, ms: number][]> = {
  card: [[520, 35]],
  turn: [
    [660, 90],
    [880, 130],
  ],
  refused: [[180, 160]],
  won: [
    [523, 120],
    [659, 120],
    [784, 220],
  ],
  said: [[740, 60]],
};
const SHAKES: Record<Cue, number | number[]> = { card: 8, turn: [30, 60, 30], refused: 60, won: [40, 60, 40, 60, 90], said: 15 };

let sound: AudioContext | null = null;

export function feel(cue: Cue): void {
  if (settings.prefs.vibration) navigator.vibrate?.(SHAKES[cue]);
  if (!settings.prefs.sound || typeof AudioContext === 'undefined') return;
  sound ??= new AudioContext();
  let at = sound.currentTime;
  for (const [hertz, ms] of TONES[cue]) {
    const tone = sound.createOscillator();
    const loud = sound.createGain();
    tone.type = 'triangle';
    tone.frequency.value = hertz;
    loud.gain.setValueAtTime(0.12, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + ms / 1000);
    tone.connect(loud).connect(sound.destination);
    tone.start(at);
    tone.stop(at + ms / 1000);
    at += ms / 1000;
  }
}
