#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfIO.h>
#include <OpenEXR/ImfInputPart.h>
#include <OpenEXR/ImfMultiPartInputFile.h>
#include <OpenEXR/ImfPartType.h>

#include "base/error.h"
#include "import/files/radiance_picture.h"
#include "model/limits.h"

namespace sinew {
namespace {

/// A file in memory, for OpenEXR.
class MemoryFile : public Imf::IStream {
  public:
    explicit MemoryFile(std::span<const uint8_t> bytes) : Imf::IStream("picture"), bytes_(bytes) {}

    bool read(char* out, int count) override {
        if (count < 0 || static_cast<uint64_t>(count) > bytes_.size() - at_)
            throw std::runtime_error("unexpected end of file");
        std::memcpy(out, bytes_.data() + at_, static_cast<size_t>(count));
        at_ += static_cast<uint64_t>(count);
        return at_ < bytes_.size();
    }
    uint64_t tellg() override { return at_; }
    void seekg(uint64_t at) override {
        if (at > bytes_.size()) throw std::runtime_error("unexpected end of file");
        at_ = at;
    }

  private:
    std::span<const uint8_t> bytes_;
    uint64_t at_ = 0;
};

/// What OpenEXR says, on one line.
std::string firstLine(const char* text) {
    const std::string all = text;
    return all.substr(0, all.find('\n'));
}

/// The names of the channels to read: one for gray.
std::vector<std::string> channelsOf(const Imf::Header& header) {
    const Imf::ChannelList& channels = header.channels();
    if (!channels.findChannel("R") && channels.findChannel("Y")) return {"Y"};
    return {"R", "G", "B"};
}

/// Why a part cannot be read; empty: nothing.
std::string faultOf(const Imf::Header& header) {
    if (header.hasType() && Imf::isDeepData(header.type())) return "its pixels are deep, with several values each";
    for (const std::string& name : channelsOf(header)) {
        const Imf::Channel* channel = header.channels().findChannel(name);
        if (!channel) return "has no channel " + name;
        if (channel->xSampling != 1 || channel->ySampling != 1) return "its channels are subsampled";
    }
    return "";
}

/// The first part that can be read. @throws Error(Exit::input, cause) with the fault of the first one if there is none.
int findPart(const Imf::MultiPartInputFile& input) {
    for (int part = 0; part < input.parts(); ++part)
        if (faultOf(input.header(part)).empty()) return part;
    throw Error(Exit::input, faultOf(input.header(0)));
}

RadiancePicture read(std::span<const uint8_t> file) {
    Imf::Header::setMaxImageSize(static_cast<int>(kMaxImageSide), static_cast<int>(kMaxImageSide));
    Imf::Header::setMaxTileSize(static_cast<int>(kMaxImageSide), static_cast<int>(kMaxImageSide));
    MemoryFile stream(file);
    Imf::MultiPartInputFile input(stream, 0);  // no threads
    const int number = findPart(input);
    const Imf::Header& header = input.header(number);
    const Imath::Box2i window = header.dataWindow();
    RadiancePicture picture = emptyRadiancePicture(static_cast<uint64_t>(int64_t{window.max.x} - window.min.x + 1),
                                                   static_cast<uint64_t>(int64_t{window.max.y} - window.min.y + 1));
    const size_t texel = 3 * sizeof(float), row = texel * picture.width;
    const std::vector<std::string> names = channelsOf(header);
    Imf::FrameBuffer into;
    for (size_t channel = 0; channel < names.size(); ++channel)
        into.insert(names[channel], Imf::Slice::Make(Imf::FLOAT, picture.rgb.data() + channel, window, texel, row));
    Imf::InputPart part(input, number);
    part.setFrameBuffer(into);
    part.readPixels(window.min.y, window.max.y);
    if (names.size() == 1)
        for (size_t i = 0; i < picture.rgb.size(); i += 3)
            picture.rgb[i + 1] = picture.rgb[i + 2] = picture.rgb[i];
    return picture;
}

}  // namespace

RadiancePicture decodeExr(std::span<const uint8_t> file) {
    try {
        return read(file);
    } catch (const Error&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        throw Error(Exit::input, firstLine(error.what()));
    }
}

}  // namespace sinew
