/** Sounds and vibrations for what happens at the table; both are off until the user turns them on. */

import { settings } from './settings.svelte';

export type Cue = 'card' | 'mark' | 'ring' | 'turn' | 'refused' | 'won' | 'said';
type Note = { at: number; pitch: number; lasts: number };

const LOUD = 0.1;
const NOTES: Record<Exclude<Cue, 'card'>, Note[]> = {
  turn: [
    { at: 0, pitch: 523, lasts: 0.25 },
    { at: 0.13, pitch: 659, lasts: 0.35 },
  ],
  // a wooden tick when a mark of a ring lights up, and a soft chord when it closes
  mark: [{ at: 0.26, pitch: 1180, lasts: 0.04 }],
  ring: [392, 494, 587].map((pitch) => ({ at: 0.3, pitch, lasts: 1.1 })),
  refused: [{ at: 0, pitch: 180, lasts: 0.2 }],
  won: [523, 659, 784, 1047].map((pitch, i) => ({ at: i * 0.13, pitch, lasts: i === 3 ? 0.9 : 0.3 })),
  said: [{ at: 0, pitch: 740, lasts: 0.1 }],
};
const SHAKES: Record<Cue, number[]> = { card: [10], mark: [], ring: [20, 40, 20], turn: [25, 60, 25], refused: [60], won: [30, 50, 30, 50, 90], said: [15] };

let audio: AudioContext | null = null;

export function giveFeedback(cue: Cue): void {
  if (settings.prefs.vibration && SHAKES[cue].length && 'vibrate' in navigator) navigator.vibrate(SHAKES[cue]);
  if (!settings.prefs.sound || !('AudioContext' in window)) return;
  audio ??= new AudioContext();
  // browsers allow sound only after a first touch
  if (audio.state === 'suspended') void audio.resume();
  if (cue === 'card') brush(audio);
  else for (const note of NOTES[cue]) ring(audio, note);
}

function ring(audio: AudioContext, { at, pitch, lasts }: Note): void {
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  const begin = audio.currentTime + at;
  tone.type = 'sine';
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(LOUD, begin + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
  tone.connect(gain).connect(audio.destination);
  tone.start(begin);
  tone.stop(begin + lasts);
}

/** A short noise, like a card on cloth. */
function brush(audio: AudioContext): void {
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * 0.07), audio.sampleRate);
  const grains = noise.getChannelData(0);
  for (let i = 0; i < grains.length; i++) grains[i] = (Math.random() * 2 - 1) * (1 - i / grains.length) ** 2;
  const source = audio.createBufferSource();
  const soft = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = noise;
  soft.type = 'bandpass';
  soft.frequency.value = 1900;
  gain.gain.value = 0.28;
  source.connect(soft).connect(gain).connect(audio.destination);
  source.start();
}
