// Keeps all that is told to those who listen: on the page itself only the last sentences stay.
window.heard = [];
new MutationObserver((changes) => {
  const log = document.querySelector('[role=log]');
  for (const { addedNodes } of changes)
    for (const node of addedNodes)
      if (node instanceof Element)
        for (const line of [node, ...node.querySelectorAll('p')])
          if (line.matches('p') && log?.contains(line)) window.heard.push(line.textContent);
}).observe(document, { subtree: true, childList: true });
