// What axe finds: by all rules in the first theme, and in the others by those that look at colours, all that differs there.
async ({ tags, themes }) => {
  const colours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
  // what lies below a bar can be scrolled from under it; targets are measured elsewhere, and by a larger measure
  const rules = { 'target-size': { enabled: false } };
  const found = [], root = document.documentElement, before = root.dataset.theme;
  for (const theme of themes) {
    root.dataset.theme = theme;
    const { violations } = await axe.run(document, { runOnly: theme === themes[0] ? tags : colours, rules, resultTypes: ['violations'] });
    for (const { id, nodes } of violations)
      for (const { target, failureSummary } of nodes)
        found.push(`${theme}: ${id}: ${target}: ${failureSummary.replaceAll('\n', ' ')}`);
  }
  root.dataset.theme = before;
  return found;
}
