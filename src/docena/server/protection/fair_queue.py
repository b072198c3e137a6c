"""A queue in which addresses take turns: who sends much waits for itself, and nobody else does."""

from collections import OrderedDict, deque
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """
    >>> queue = FairQueue(most=5, most_of_one=3)
    >>> [queue.put("a", n) for n in (1, 2, 3, 4)], queue.put("b", 5), queue.put("c", 6), queue.put("d", 7)
    ([True, True, True, False], True, True, False)
    >>> [queue.take() for _ in range(len(queue))]
    [1, 5, 6, 2, 3]
    """

    def __init__(self, most: int, most_of_one: int) -> None:
        self._most, self._most_of_one = most, most_of_one
        self._queues: OrderedDict[str, deque[T]] = OrderedDict()
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def put(self, who: str, thing: T) -> bool:
        """Whether there is room for it."""
        queue = self._queues.get(who)
        if self._length >= self._most or (queue is not None and len(queue) >= self._most_of_one):
            return False
        self._length += 1
        if queue is None:
            self._queues[who] = deque([thing])
        else:
            queue.append(thing)
        return True

    def take(self) -> T:
        """The next thing of the address whose turn it is."""
        who, queue = next(iter(self._queues.items()))
        thing = queue.popleft()
        self._length -= 1
        if queue:
            self._queues.move_to_end(who)
        else:
            del self._queues[who]
        return thing
