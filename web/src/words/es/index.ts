import general from './general.json';
import home from './home.json';
import table from './table.json';

export default { ...general, ...home, ...table };
