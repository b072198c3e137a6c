import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './lib/settings/settings.svelte';
import { startShell } from './lib/browser/shell';
import { locale } from './lib/language/words.svelte';
import './styles/index.css';

settings.show();
startShell();
const target = document.getElementById('app');
void locale.start().then(() => {
  if (target) mount(App, { target });
});
