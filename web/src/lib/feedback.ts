/** Small sounds and vibrations for what happens at the table; both are off until somebody turns them on. */

import { settings } from './settings.svelte';

type Note = { at: number; pitch: number; lasts: number; loud: number };

let audio: AudioContext | null = null;

/** Browsers let a page make sounds once somebody has touched it; before that, it stays silent. */
function context(): AudioContext | null {
  if (!('AudioContext' in window)) return null;
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume();
  return audio;
}

function ring(notes: Note[]): void {
  const room = settings.prefs.sound ? context() : null;
  if (!room) return;
  for (const { at, pitch, lasts, loud } of notes) {
    const tone = room.createOscillator();
    const gain = room.createGain();
    const begin = room.currentTime + at;
    tone.type = 'sine';
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(loud, begin + 0.012);
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
    tone.connect(gain).connect(room.destination);
    tone.start(begin);
    tone.stop(begin + lasts);
  }
}

/** A breath of noise, as of a card on cloth. */
function brush(): void {
  const room = settings.prefs.sound ? context() : null;
  if (!room) return;
  const lasts = 0.07;
  const noise = room.createBuffer(1, Math.ceil(room.sampleRate * lasts), room.sampleRate);
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

function shake(pattern: number[]): void {
  if (settings.prefs.vibration && 'vibrate' in navigator) navigator.vibrate(pattern);
}

export function cardPlayed(): void {
  brush();
  shake([8]);
}

export function yourTurn(): void {
  ring([
    { at: 0, pitch: 523, lasts: 0.25, loud: 0.1 },
    { at: 0.13, pitch: 659, lasts: 0.35, loud: 0.1 },
  ]);
  shake([25, 60, 25]);
}

export function won(): void {
  ring([523, 659, 784, 1047].map((pitch, i) => ({ at: i * 0.13, pitch, lasts: i === 3 ? 0.9 : 0.3, loud: 0.11 })));
  shake([30, 50, 30, 50, 90]);
}
