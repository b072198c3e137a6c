/* Makes recorded calls (calls.py) with the libraries of another system, and compares what comes out.
   usage: replay_calls CALLS LIBRARY=FILE... */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <malloc.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#define aligned(n) _aligned_malloc(n, 64)
#else
#include <dlfcn.h>
#define aligned(n) aligned_alloc(64, n)
#endif

#define MOST_BUFFERS 100000
#define MOST_ARGUMENTS 40

static FILE *calls;
static unsigned char *buffers[MOST_BUFFERS];
static int64_t sizes[MOST_BUFFERS];
static uint32_t table[256];

static void take(void *where, size_t n) {
    if (n && fread(where, 1, n, calls) != n) { puts("the recorded calls end too soon"); exit(2); }
}
static int next_byte(void) { unsigned char x; take(&x, 1); return x; }
static int64_t next_number(void) { int64_t x; take(&x, 8); return x; }

static uint32_t crc(const unsigned char *at, int64_t n) {
    uint32_t sum = 0xffffffff;
    while (n--) sum = table[(sum ^ *at++) & 255] ^ (sum >> 8);
    return ~sum;
}

static void *symbol(int count, char **files, const char *name) {
    const char *space = strchr(name, ' ');
    size_t length = space - name;
    for (int i = 0; i < count; i++)
        if (!strncmp(files[i], name, length) && files[i][length] == '=') {
            static void *loaded[16];
#ifdef _WIN32
            if (!loaded[i]) loaded[i] = LoadLibraryA(files[i] + length + 1);
            if (!loaded[i]) { printf("%s does not load: %lu\n", files[i], GetLastError()); exit(2); }
            return (void *)GetProcAddress(loaded[i], space + 1);
#else
            if (!loaded[i]) loaded[i] = dlopen(files[i] + length + 1, RTLD_NOW);
            if (!loaded[i]) { printf("%s does not load: %s\n", files[i], dlerror()); exit(2); }
            return dlsym(loaded[i], space + 1);
#endif
        }
    return NULL;
}

#define A(i) a[i], a[i + 1], a[i + 2], a[i + 3], a[i + 4], a[i + 5], a[i + 6], a[i + 7]
#define I8 int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t
typedef int64_t (*any_entry)(I8, I8, I8, I8, I8);

int main(int argc, char **argv) {
    int64_t made = 0, wrong = 0;
    if (argc < 3 || !(calls = fopen(argv[1], "rb"))) { puts("usage: replay_calls CALLS LIBRARY=FILE..."); return 2; }
    for (uint32_t i = 0; i < 256; i++) {
        table[i] = i;
        for (int bit = 0; bit < 8; bit++) table[i] = table[i] & 1 ? 0xedb88320u ^ (table[i] >> 1) : table[i] >> 1;
    }
    for (int kind; (kind = next_byte()) != 'E';) {
        if (kind == 'B') {
            int64_t which = next_number(), size = next_number();
            int empty = next_byte();
            if (which >= MOST_BUFFERS) { puts("too many arrays"); return 2; }
            if (!buffers[which]) buffers[which] = aligned((size / 64 + 1) * 64);
            sizes[which] = size;
            if (empty) memset(buffers[which], 0, size); else take(buffers[which], size);
            continue;
        }
        char name[256] = {0};
        int64_t a[MOST_ARGUMENTS] = {0};
        take(name, next_byte());
        int given = next_byte();
        if (given > MOST_ARGUMENTS) { puts("too many arguments"); return 2; }
        for (int i = 0; i < given; i++) {
            int is_address = next_byte();
            a[i] = next_number();
            if (is_address) a[i] = (int64_t)(intptr_t)buffers[a[i]];
        }
        int returns = next_byte();
        int64_t expected = next_number();
        any_entry call = (any_entry)symbol(argc - 2, argv + 2, name);
        if (!call) { printf("%s is not there\n", name); return 2; }
        int64_t returned = call(A(0), A(8), A(16), A(24), A(32));
        int differs = returns && returned != expected;
        for (int left = next_byte(); left; left--) {
            int64_t which = next_number();
            uint32_t sum;
            take(&sum, 4);
            if (sum != crc(buffers[which], sizes[which])) differs = 1;
        }
        made++;
        if (differs && !wrong++) printf("call %lld, %s: other bytes\n", (long long)made, name);
    }
    printf("%lld calls, %lld with other bytes\n", (long long)made, (long long)wrong);
    return wrong != 0;
}
