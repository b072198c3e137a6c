/* The yardstick: the classic edition (strict table, two seats, stock 30) at random, in plain C.
 *
 *   gcc -std=c11 -O3 -march=native -Wall -Wextra -o yardstick yardstick.c
 *   ./yardstick [seconds] [seed]
 *
 * Policy "plays first": uniform over the legal plays onto building piles if there are any, else
 * uniform over the legal discards, else a pass. Numbers such as 4.5 are clauses of the rulebook.
 *
 * What makes it fast (needs BMI2: pdep, pext):
 *  - the set of legal moves is two words of bits; a move is drawn by popcount and pdep;
 *  - the draw pile is kept as running sums of hands, so drawing m cards is one subtraction;
 *  - the mover's state lives in registers, and is exchanged with memory only at the end of a turn;
 *  - random play cannot be predicted, so there are few branches on chance: play or discard, hand or
 *    pile, and the rare events.
 */
#define _POSIX_C_SOURCE 200809L
#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef STOCK
#define STOCK 30 /* -DSTOCK=10: the short game; -DSTOCK=70: most games are blocked, for tests */
#endif
#define CARDS 162
#define RARE(x) __builtin_expect(!!(x), 0)

typedef uint64_t u64;
typedef uint8_t u8;

/* A card is 4 x its kind (0 wild, 1-12): the place of its nibble in a word. */
enum { WILD = 0, NONE = 4 * 13 };
#define KINDS 0x1111111111111ull   /* the lowest bit of each nibble 0-12 */
#define NUMBERS 0x1111111111110ull /* the same without the wilds */
enum { STOCK_PILE = 4 };           /* a seat's piles: 0-3 discard piles, 4 the stock pile */

typedef struct {
    u64 hand;              /* nibble k: how many cards of kind k */
    u64 tops;              /* byte j: the top card of pile j, NONE if it is empty */
    u64 height;            /* byte j: how many cards pile j has */
    u8 card[CARDS + 1][8]; /* card[h][j]: the h-th card of pile j from the bottom; card[0]: NONE */
} Seat;

typedef struct {
    u64 rng;
    u64 need;                 /* nibble k: the set of places (3.2) that take a card of kind k */
    u64 wilds;                /* nibble k: the set of places where a wild stands for k */
    unsigned drawn, draw_end; /* the draw pile: the cards between sums[drawn] and sums[draw_end] */
    unsigned aside_n;
    u8 aside[CARDS + 8];      /* set-aside cards, in any order */
    u64 sums[CARDS + 1];      /* sums[i]: hand of the first i cards of the draw pile, mod 2^64 */
    Seat seat[2];
} Game;

static inline u64 wyrand(u64 *state) {
    *state += 0xa0761d6478bd642full;
    unsigned __int128 t = (unsigned __int128)*state * (*state ^ 0xe7037ed1a0b428dbull);
    return (u64)(t >> 64) ^ (u64)t;
}

static inline unsigned below(u64 *rng, unsigned n) { /* a random number of 0..n-1 */
    return (unsigned)((wyrand(rng) >> 32) * n >> 32);
}

static inline unsigned count(u64 set) { return (unsigned)_mm_popcnt_u64(set); }

static inline unsigned nth_bit(u64 set, unsigned n) { /* where its n-th bit is, counted from 0 */
    return (unsigned)_tzcnt_u64(_pdep_u64(1ull << n, set));
}

/* Fisher-Yates from the end, summing up on the way: the draw pile is card[n-1], card[n-2], ... */
static inline void shuffle_to_draw_pile(Game *g, u8 *card, unsigned n) {
    u64 sum = 0, rng = g->rng;
    for (unsigned i = 0; i < n; i++) {
        unsigned last = n - 1 - i, j = below(&rng, last + 1);
        u8 c = card[j];
        card[j] = card[last];
        card[last] = c;
        g->sums[i] = sum;
        sum += 1ull << c;
    }
    g->sums[n] = sum;
    g->rng = rng;
    g->drawn = 0;
    g->draw_end = n;
}

/* 4.5: the draw pile has fewer than n cards. Returns what could be drawn, as a hand. */
static __attribute__((noinline)) u64 draw_beyond(Game *g, unsigned n) {
    u64 cards = g->sums[g->draw_end] - g->sums[g->drawn];
    n -= g->draw_end - g->drawn;
    shuffle_to_draw_pile(g, g->aside, g->aside_n);
    g->aside_n = 0;
    g->drawn = n < g->draw_end ? n : g->draw_end;
    return cards + g->sums[g->drawn];
}

static inline u64 draw(Game *g, unsigned n) {
    unsigned from = g->drawn, to = from + n;
    if (RARE(to > g->draw_end)) return draw_beyond(g, n);
    g->drawn = to;
    return g->sums[to] - g->sums[from];
}

/* Chapter 2. The lot of 2.1 is fair and the seats are alike: seat 0 is the one that plays first. */
static __attribute__((noinline)) void deal(Game *g) {
    u8 deck[CARDS];
    for (unsigned i = 0; i < CARDS; i++) deck[i] = i < 144 ? 4 * (1 + i % 12) : WILD; /* 1.1 */
    shuffle_to_draw_pile(g, deck, CARDS);
    g->draw_end = CARDS - 2 * STOCK; /* the rest of the deck is the stock piles (2.4) */
    for (unsigned p = 0; p < 2; p++) {
        Seat *s = &g->seat[p];
        memset(s->card[0], NONE, sizeof s->card[0]);
        for (unsigned h = 1; h <= STOCK; h++) s->card[h][STOCK_PILE] = deck[p * STOCK + h - 1];
        s->height = (u64)STOCK << 8 * STOCK_PILE;
        s->tops = NONE * 0x01010101ull | (u64)s->card[STOCK][STOCK_PILE] << 8 * STOCK_PILE;
        s->hand = 0;
    }
    g->need = 0xFF; /* every place takes a wild or a 1 */
    g->wilds = 0;
    g->aside_n = 0;
}

/* 3.3: the pile at a place has reached 12; its cards are 1-12, with wilds where `wilds` says so. */
static inline u64 set_aside(Game *g, u64 need, unsigned place) {
    u64 column = NUMBERS << place, wild = _pext_u64(g->wilds, column);
    u64 low = 0x201c1814100c0804ull & ~(_pdep_u64(wild, 0x0101010101010101ull) * 255);
    u64 high = 0x302c2824ull & ~(_pdep_u64(wild >> 8, 0x01010101ull) * 255);
    memcpy(g->aside + g->aside_n, &low, 8);
    memcpy(g->aside + g->aside_n + 8, &high, 8);
    g->aside_n += 12;
    g->wilds &= ~column;
    return need ^ (1ull << (52 + place) | 1ull << (4 + place)); /* it needs no 13, but a 1 */
}

/* 3.2: a card goes onto the pile at a place. Returns the new `need`. */
static inline u64 build(Game *g, u64 need, unsigned card, unsigned place) {
    u64 at = need & NUMBERS << place; /* the number that is needed there: one bit */
    g->wilds |= at & -(u64)(card == WILD);
    need += at * 15; /* the bit moves to the next nibble */
    return RARE(at >> 48) ? set_aside(g, need, place) : need;
}

/* Plays one game to its end, adds up the moves, and says whether it was won (or blocked). */
static int play_game(Game *g, u64 *moves) {
    deal(g);
    Seat *me = &g->seat[0], *you = &g->seat[1];
    u64 need = g->need, hand = draw(g, 5), tops = me->tops, height = me->height; /* 4.1 */
    u64 rng = wyrand(&g->rng); /* the choices have a generator of their own, in a register */
    unsigned calm = 1; /* 4.7: 0 after a play, 1 after a discard, and 1 more with every pass */
    for (u64 n = 1;; n++) {
        /* Legal plays (4.2). From the hand: bit 4 kind + place; from pile j: bit 4 j + place. */
        u64 held = (hand + 7 * KINDS) & 8 * KINDS; /* bit 3 of the nibbles that are not 0 */
        held = 2 * held - (held >> 3);             /* ... spread over the nibble */
        u64 by_hand = held & need;
        u64 by_pile = 0;
        for (unsigned j = 0; j <= STOCK_PILE; j++)
            by_pile |= (need >> (tops >> 8 * j & 63) & 15) << 4 * j;
        if (by_hand | by_pile) {
            unsigned hands = count(by_hand), r = below(&rng, hands + count(by_pile));
            calm = 0;
            if (r < hands) {
                unsigned bit = nth_bit(by_hand, r);
                need = build(g, need, bit & ~3u, bit & 3);
                hand -= 1ull << (bit & ~3u);
                if (RARE(!hand)) hand = draw(g, 5); /* 4.3 */
            } else {
                unsigned bit = nth_bit(by_pile, r - hands), j = bit >> 2, card = tops >> 8 * j & 63;
                need = build(g, need, card, bit & 3);
                height -= 1ull << 8 * j;
                tops ^= (u64)(card ^ me->card[height >> 8 * j & 255][j]) << 8 * j;
                if (RARE(!(height >> 8 * STOCK_PILE))) return *moves += n, 1; /* 5.1 */
            }
        } else {
            if (RARE(!held)) { /* 4.6: a pass; it counts in a turn without a play (4.7) */
                if (++calm == 3) return *moves += n, 0;
            } else { /* 4.4: discards, bit 4 kind + discard pile */
                unsigned bit = nth_bit(held, below(&rng, count(held))), j = bit & 3;
                u64 card = bit & ~3u;
                hand -= 1ull << card;
                height += 1ull << 8 * j;
                me->card[height >> 8 * j & 255][j] = (u8)card;
                tops = (tops & ~(255ull << 8 * j)) | card << 8 * j;
                calm = 1;
            }
            me->hand = hand, me->tops = tops, me->height = height; /* the other seat's turn */
            Seat *next = you;
            you = me, me = next;
            hand = me->hand, tops = me->tops, height = me->height;
            hand += draw(g, 5 - (unsigned)(hand * (KINDS << 12) >> 60)); /* 4.1: 5 - cards held */
        }
    }
}

static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv) {
    double seconds = argc > 1 ? atof(argv[1]) : 2;
    static Game game;
    game.rng = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    u64 moves = 0, wins = 0, games = 0;
    double start = cpu_seconds(), took;
    do {
        for (int i = 0; i < 64; i++, games++) wins += (u64)play_game(&game, &moves);
        took = cpu_seconds() - start;
    } while (took < seconds);
    printf("{\"moves_per_second\": %.0f, \"games_per_second\": %.0f, \"moves_per_game\": %.3f, "
           "\"wins\": %llu, \"blocked\": %llu}\n",
           (double)moves / took, (double)games / took, (double)moves / (double)games,
           (unsigned long long)wins, (unsigned long long)(games - wins));
    return 0;
}
