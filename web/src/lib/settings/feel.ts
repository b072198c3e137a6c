/** Small sounds and vibrations for what happens at the table; both are off until somebody turns them on. */

import { settings } from './settings.svelte';

export type Cue = 'card' | 'turn' | 'refused' | 'won' | 'said';
type Note = { at: number; pitch: number; lasts: number };

const LOUD = 0.1;
const NOTES: Record<Exclude<Cue, 'card'>, Note[]> = {
  turn: [
    { at: 0, pitch: 523, lasts: 0.25 },
    { at: 0.13, pitch: 659, lasts: 0.35 },
  ],
  refused: [{ at: 0, pitch: 180, lasts: 0.2 }],
  won: [523, 659, 784, 1047].map((pitch, i) => ({ at: i * 0.13, pitch, lasts: i === 3 ? 0.9 : 0.3 })),
  said: [{ at: 0, pitch: 740, lasts: 0.1 }],
};
const SHAKES: Record<Cue, number[]> = { card: [8], turn: [25, 60, 25], refused: [60], won: [30, 50, 30, 50, 90], said: [15] };

let room: AudioContext | null = null;

export function feel(cue: Cue): void {
  if (settings.prefs.vibration && 'vibrate' in navigator) navigator.vibrate(SHAKES[cue]);
  if (!settings.prefs.sound || !('AudioContext' in window)) return;
  room ??= new AudioContext();
  // browsers let a page make sounds once somebody has touched it
  if (room.state === 'suspended') void room.resume();
  if (cue === 'card') brush(room);
  else for (const note of NOTES[cue]) ring(room, note);
}

function ring(room: AudioContext, { at, pitch, lasts }: Note): void {
  const tone = room.createOscillator();
  const gain = room.createGain();
  const begin = room.currentTime + at;
  tone.type = 'sine';
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(LOUD, begin + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
  tone.connect(gain).connect(room.destination);
  tone.start(begin);
  tone.stop(begin + lasts);
}

/** A breath of noise, as of a card on cloth. */
function brush(room: AudioContext): void {
  const noise = room.createBuffer(1, Math.ceil(room.sampleRate * 0.07), room.sampleRate);
  const grains = noise.getChannelData(0);
  for (let i = 0; i < grains.length; i++) grains[i] = (Math.random() * 2 - 1) * (1 - i / grains.length) ** 2;
  const source = room.createBufferSource();
  const soft = room.createBiquadFilter();
  const gain = room.createGain();
  source.buffer = noise;
  soft.type = 'bandpass';
  soft.frequency.value = 1900;
  gain.gain.value = 0.28;
  source.connect(soft).connect(gain).connect(room.destination);
  source.start();
}
